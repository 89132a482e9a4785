import { createHash, createHmac } from 'node:crypto';
import { keyId } from 'tillbridge/protocol';
import { encode, pick, type Genuine } from './forger.js';

/** Keys that are nearly the right one. */
export const keyVariants = (key: string): readonly string[] => [
  key.slice(0, -1),
  key.slice(1),
  `${key}x`,
  key.toUpperCase(),
  key + key,
  ` ${key}`,
  `${key} `,
  `${key}\n`,
  `\t${key}\r\n`,
  // Not with a NUL behind: HMAC itself fills keys up with those.
  `\0${key}`,
  `"${key}"`,
  key.replaceAll('-', ' - '),
  encode(key),
  Buffer.from(key).toString('hex'),
  Buffer.from(key).toString('base64url'),
  [...key].toReversed().join(''),
];

/** What anybody may know. */
export const publicWords = ({ orderId }: Genuine, key: string): readonly string[] => [
  '',
  ' ',
  'web',
  orderId,
  keyId(key),
  'undefined',
  'null',
  'false',
  '[object Object]',
  'sandbox',
  'secret',
  'tillbridge',
];

/** The same JSON in other bytes. */
export const reserialised = (body: Buffer, n: number): Buffer => {
  const order: Record<string, unknown> = JSON.parse(body.toString());
  const texts = [
    () => JSON.stringify(order, null, 2),
    () => JSON.stringify(Object.fromEntries(Object.entries(order).toReversed())),
    () => JSON.stringify(order).replaceAll(',"', ', "'),
    () => JSON.stringify(order).replace('"amount":1250', '"amount":1250.0'),
    () => JSON.stringify(order).replace('"EUR"', '"\\u0045UR"'),
    () => `${JSON.stringify(order)}\n`,
    () => ` ${JSON.stringify(order)}`,
    () => JSON.stringify(order).replace('{', '{"amount":1,'),
  ];
  return Buffer.from(pick(texts, n)());
};

/** The same text in other bytes. */
export const recoded = (body: Buffer, n: number): Buffer =>
  pick(
    [
      () => Buffer.concat([Buffer.from('\ufeff'), body]),
      () => Buffer.from(body.toString(), 'utf16le'),
      () => Buffer.from(`\ufeff${body.toString()}`, 'utf16le'),
      () => Buffer.from(body.toString(), 'utf16le').swap16(),
      () => Buffer.from(body.toString().replaceAll('"', '\u201c')),
      () => Buffer.from(body.toString().replaceAll(',', ',\r\n')),
      () => Buffer.concat([body, Buffer.from([0])]),
      () => Buffer.concat([body, Buffer.from([0xff, 0xfe])]),
    ],
    n,
  )();

/** A digest of 128 digits, but not of what spec §5 says. */
export const otherInput = ({ seconds, body }: Genuine, key: string, n: number): string => {
  const hmac = (...parts: (string | Buffer)[]): string =>
    parts.reduce((mac, part) => mac.update(part), createHmac('sha512', key)).digest('hex');
  const hash = (...parts: (string | Buffer)[]): string =>
    parts.reduce((sum, part) => sum.update(part), createHash('sha512')).digest('hex');
  return pick(
    [
      () => hmac(body),
      () => hmac(body, `:${seconds}`),
      () => hmac(`${seconds}`, body),
      () => hmac(`${seconds}.`, body),
      () => hmac(`${seconds}: `, body),
      () => hmac(`${seconds}:`),
      () => hmac(''),
      () => hmac(`${seconds}:`, body.toString('base64')),
      () => hmac(`${seconds}:`, createHash('sha512').update(body).digest()),
      () => hash(`${seconds}:`, body),
      () => hash(key, `${seconds}:`, body),
      () => hash(`${seconds}:`, body, key),
    ],
    n,
  )();
};

/** One byte changed. */
export function flipped(bytes: Buffer, index: number, mask: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(index) ^ mask, index);
  return changed;
}
