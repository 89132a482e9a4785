import { createHmac } from 'node:crypto';
import { parse } from 'node:querystring';
import { orderBody } from 'tillbridge/testing';
import type { Random } from '../support/random.js';

/** The keys of the shop under attack. */
export interface ShopKeys {
  /** Of the terminal group that is attacked. */
  readonly web: string;
  /** Of the same group, no longer valid. */
  readonly old: string;
  /** Of another group of the same shop. */
  readonly other: string;
}

/** What the service would send; forgeries are this with something changed. */
export interface Genuine {
  readonly orderId: string;
  /** The signed time, epoch seconds. */
  readonly seconds: number;
  readonly body: Buffer;
  /** Hexadecimal. */
  readonly mac: string;
  readonly auth: string;
  readonly search: string;
}

/** A request, down to what an HTTP client would not let one send. */
export interface Forgery {
  /** Each is a header line of its own. */
  readonly auth: string | readonly string[];
  readonly body: Buffer;
  readonly search: string;
  /** In place of `content-type: application/json`, and beside `auth`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly group?: string;
  /** In place of `/payments/notifications/<group>`. */
  readonly path?: string;
  readonly method?: string;
  /** How its end is told; by its length without it. A number is what is claimed instead. */
  readonly framing?: 'chunked' | 'none' | number;
  /** The request line's version; 1.1 without it. */
  readonly version?: string;
}

/** Goes through the choices, repeatedly. */
export const pick = <T>(choices: readonly T[], n: number): T => choices[n % choices.length]!;

const BASE = '/payments/notifications/';
const CHUNK = 97;

/** HMAC-SHA512 as spec §5 wants it, written anew here: what the module computes is what is on trial. */
export const macOf = (time: string | number, body: Buffer, key: string): string =>
  createHmac('sha512', key).update(`${time}:`).update(body).digest('hex');

export const encode = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

export const searchOf = (orderId: string, seconds: number): string => `?transactionid=${orderId}&timestamp=${seconds}`;

/** Makes what forgeries are made of. */
export class Forger {
  constructor(
    readonly keys: ShopKeys,
    readonly random: Random,
    private readonly orderIds: readonly string[],
  ) {}

  /** Epoch seconds. */
  now(): number {
    return Math.floor(Date.now() / 1_000);
  }

  header(time: string | number, body: Buffer, key = this.keys.web): string {
    return encode(`${time}:${macOf(time, body, key)}`);
  }

  /** A payment of one of the orders, well signed. */
  genuine(orderId = pick(this.orderIds, this.random.between(0, 1_000_000))): Genuine {
    const seconds = this.now();
    const body = Buffer.from(JSON.stringify(orderBody({ orderId, amount: 1250, at: seconds * 1_000 })));
    const mac = macOf(seconds, body, this.keys.web);
    return { orderId, seconds, body, mac, auth: encode(`${seconds}:${mac}`), search: searchOf(orderId, seconds) };
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.random.between(0, 15).toString(16)).join('');
  }
}

function framed({ body, framing = body.length }: Forgery): { line: string; bytes: Buffer } {
  if (framing === 'none') return { line: '', bytes: body };
  if (typeof framing === 'number') return { line: `content-length: ${framing}\r\n`, bytes: body };
  const chunks: Buffer[] = [];
  for (let start = 0; start < body.length; start += CHUNK) {
    const part = body.subarray(start, start + CHUNK);
    chunks.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return { line: 'transfer-encoding: chunked\r\n', bytes: Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]) };
}

const authsOf = ({ auth }: Forgery): readonly string[] => (typeof auth === 'string' ? [auth] : auth);

/** The request as it goes over the wire. */
export function bytesOf(forgery: Forgery): Buffer {
  const { method = 'POST', group = 'web', path = BASE + group, search, version = '1.1' } = forgery;
  const headers = { 'content-type': 'application/json', ...forgery.headers };
  const lines = [
    ...authsOf(forgery).map((auth) => `Auth: ${auth}\r\n`),
    ...Object.entries(headers).map(([name, value]) => (value === '' ? '' : `${name}: ${value}\r\n`)),
  ];
  const { line, bytes } = framed(forgery);
  const head = `${method} ${path}${search} HTTP/${version}\r\nHost: 127.0.0.1\r\n${lines.join('')}${line}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/** The request as Node and either platform hand it on, for what is about nothing but header, query and body. */
export function incomingOf(forgery: Forgery) {
  const auths = authsOf(forgery).map((auth) => auth.trim());
  return {
    params: { group: forgery.group ?? 'web' },
    headers: {
      'content-type': 'application/json',
      'content-length': String(forgery.body.length),
      ...forgery.headers,
      ...(auths.length === 0 ? {} : { auth: auths.join(', ') }),
    },
    query: { ...parse(forgery.search.slice(1)) },
    rawBody: forgery.body,
  };
}
