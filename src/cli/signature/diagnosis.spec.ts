import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { canaryKey } from '../../../test/support/canary.js';
import { sign } from '../../protocol/index.js';
import { diagnose, type Diagnosis, type DoubtedNotification } from './diagnosis.js';

const KEY = canaryKey('verify');
const NOW = 1_767_225_600_000;
const TIMESTAMP = NOW / 1000;
/** As the service writes it: sorted, compact, plain slash and letters, and an id that JavaScript would round. */
const BODY = '{"amount":1250,"description":"café a/b","order_id":"S1","transaction_id":17472052901237123}';
const HEADER = sign({ timestamp: TIMESTAMP, body: BODY, key: KEY });

const doubt = (change: Partial<Omit<DoubtedNotification, 'body'>> & { body?: string | Buffer } = {}): Diagnosis =>
  diagnose({
    header: HEADER,
    keys: [{ name: 'WEB', key: KEY }],
    address: null,
    nowMs: NOW,
    ...change,
    body: Buffer.from(change.body ?? BODY),
  });
const codes = (diagnosis: Diagnosis): string[] => diagnosis.findings.map(({ code }) => code);
const keyed = (key: string): { keys: DoubtedNotification['keys'] } => ({ keys: [{ name: 'WEB', key }] });
const signedOver = (message: string, key: string | Buffer = KEY): { header: string } => ({
  header: Buffer.from(`${TIMESTAMP}:${createHmac('sha512', key).update(message).digest('hex')}`).toString('base64'),
});
const inside = (header: string): string => Buffer.from(header, 'base64').toString('latin1');
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const parsedAndWritten = (space?: number): string =>
  JSON.stringify(JSON.parse(BODY.replace(/\d{17}/, '"$&"')), null, space).replace(/"(\d{17})"/, '$1');

describe('the diagnosis of a notification', () => {
  it('finds nothing in an authentic one, and shows only the fingerprint of the matching key', () => {
    const keys = [
      { name: 'TILL', key: canaryKey('till') },
      { name: 'WEB', key: ` ${KEY}\n` },
    ];
    const diagnosis = doubt({ keys, address: `?transactionid=S1&timestamp=${TIMESTAMP}` });
    expect(diagnosis).toMatchObject({ authentic: true, reason: null, signedAt: NOW, findings: [] });
    expect(diagnosis.key).toEqual({ name: 'WEB', fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) });
    expect(JSON.stringify(diagnosis)).not.toContain(KEY);
  });

  it.each([
    ['a line break at its end', 'body-line-end', `${BODY}\n`],
    ['a byte order mark', 'body-byte-order-mark', `\uFEFF${BODY}`],
    ['the headers of the request', 'body-with-headers', `POST /hook HTTP/1.1\r\nHost: shop.example\r\n\r\n${BODY}`],
    ['base64', 'body-base64', base64(Buffer.from(BODY).toString('latin1'))],
    ['JSON in JSON', 'body-quoted', JSON.stringify(BODY)],
    ['another character set', 'body-charset', Buffer.from(BODY).toString('latin1')],
    ['four spaces', 'body-re-serialised', parsedAndWritten(4)],
    ['the spaces of Python', 'body-re-serialised', BODY.replaceAll(',', ', ').replaceAll(':', ': ')],
    [
      'escaped slashes and letters',
      'body-re-serialised',
      BODY.replace('/', String.raw`\/`).replace('é', String.raw`\u00e9`),
    ],
    [
      'names in another order',
      'body-re-serialised',
      BODY.replace('"amount":1250,', '').replace('}', ',"amount":1250}'),
    ],
  ])('proves that the body was changed: %s', (_, code, body) => {
    const diagnosis = doubt({ body });
    expect(diagnosis).toMatchObject({ authentic: false, reason: 'mismatch', key: { name: 'WEB' } });
    expect(diagnosis.findings).toEqual([expect.objectContaining({ code, certain: true })]);
  });

  it.each([
    ['quotation marks', 'key-quoted', `"${KEY}"`],
    ['the name of its variable', 'key-with-name', `API_KEY=${KEY}`],
    ['a line break in the middle', 'key-white-space', `${KEY.slice(0, 5)}\n${KEY.slice(5)}`],
    ['an invisible character', 'key-invisible', `${KEY}\u200B`],
    ['capitals', 'key-case', KEY.toUpperCase()],
  ])('proves that the key was mistyped: %s', (_, code, key) => {
    const diagnosis = doubt(keyed(key));
    expect([diagnosis.authentic, codes(diagnosis)]).toEqual([false, [code]]);
  });

  it.each([
    ['with a line break behind the key', 'key-signed-with-white-space', signedOver(`${TIMESTAMP}:${BODY}`, `${KEY}\n`)],
    [
      'with the bytes that the key stands for',
      'key-decoded',
      signedOver(`${TIMESTAMP}:${BODY}`, Buffer.from(KEY, 'base64')),
    ],
    ['with no key', 'key-empty', signedOver(`${TIMESTAMP}:${BODY}`, '')],
    ['the body alone', 'signed-without-timestamp', signedOver(BODY)],
    ['without the colon', 'signed-without-colon', signedOver(`${TIMESTAMP}${BODY}`)],
    ['an empty body', 'signed-empty-body', signedOver(`${TIMESTAMP}:`)],
  ])('proves what the signer did otherwise: %s', (_, code, { header }) => {
    const diagnosis = doubt({ header });
    expect([diagnosis.authentic, codes(diagnosis)]).toEqual([false, [code]]);
  });

  it.each([
    ['its name', 'header-with-name', `Auth: ${HEADER}`],
    ['quotation marks', 'header-quoted', `"${HEADER}"`],
    ['percent signs', 'header-percent-encoded', encodeURIComponent(HEADER)],
    ['line breaks', 'header-white-space', `${HEADER.slice(0, 76)}\r\n ${HEADER.slice(76)}`],
    ['no base64 at all', 'header-not-base64', inside(HEADER)],
    ['too little padding', 'header-padding', base64(inside(HEADER)).replace(/=*$/, '=')],
    ['base64 of base64', 'header-encoded-twice', base64(HEADER)],
    [
      'a signature in base64',
      'header-signature-base64',
      base64(`${TIMESTAMP}:${Buffer.from(inside(HEADER).slice(11), 'hex').toString('base64')}`),
    ],
    ['capitals', 'header-upper-case', base64(inside(HEADER).toUpperCase())],
  ])('mends the header, and says that it fits then: %s', (_, code, header) => {
    const diagnosis = doubt({ header });
    expect(diagnosis).toMatchObject({ authentic: false, reason: 'malformed', key: { name: 'WEB' } });
    expect(codes(diagnosis)).toEqual([code]);
  });

  it.each([
    ['is not there', 'header-missing', ''],
    ['is something else', 'header-not-base64', 'let me in!'],
    ['has no colon', 'header-without-colon', base64('0123456789abcdef')],
    ['has no time', 'header-timestamp', base64('yesterday:00ff')],
    ['is by another algorithm', 'header-algorithm', base64(`${TIMESTAMP}:${'0f'.repeat(32)}`)],
    ['is cut short', 'header-signature', base64(`${TIMESTAMP}:${'0f'.repeat(50)}`)],
  ])('says what is wrong with a header that %s', (_, code, header) => {
    const diagnosis = doubt({ header });
    expect([diagnosis.authentic, diagnosis.key, codes(diagnosis)]).toEqual([false, null, [code]]);
  });

  it.each([
    ['old', 11 * 60_000, 'stale', ['too-old']],
    ['of the future', -3 * 60_000, 'future', ['from-the-future']],
    ['two hours old', 7_201_000, 'stale', ['too-old', 'time-zone']],
    ['an hour of the future', -3_600_000, 'future', ['from-the-future', 'time-zone']],
  ])('tells a signature that fits and is %s', (_, age, reason, found) => {
    const diagnosis = doubt({ nowMs: NOW + age });
    expect(diagnosis).toMatchObject({ authentic: false, reason, key: { name: 'WEB' } });
    expect(codes(diagnosis)).toEqual(found);
  });

  it('finds two mistakes at once, one in the body and one in the key', () => {
    const diagnosis = doubt({ body: `${BODY}\n`, ...keyed(`'${KEY}'`) });
    expect(codes(diagnosis)).toEqual(['body-line-end', 'key-quoted']);
  });

  it.each([
    ['another key', { ...keyed(canaryKey('other')) }, ['key-unknown']],
    ['an empty body', { body: '' }, ['body-empty', 'key-unknown']],
    ['half a body', { body: BODY.slice(0, 40) }, ['body-not-json', 'key-unknown']],
    ['a rounded id', { body: JSON.stringify(JSON.parse(BODY)) }, ['body-rounded', 'key-unknown']],
    [
      'another amount, written with spaces',
      { body: BODY.replace(':1250', ': 9999') },
      ['body-other-habits', 'key-unknown'],
    ],
  ])('only supposes where nothing can be proved: %s', (_, change, found) => {
    const diagnosis = doubt(change);
    expect([codes(diagnosis), diagnosis.findings.some(({ certain }) => certain)]).toEqual([found, false]);
  });

  it.each([
    ['no timestamp', 'https://shop.example/hook?transactionid=S1', ['query-without-timestamp']],
    ['no order', `?timestamp=${TIMESTAMP}`, ['query-without-order']],
    ['another order', `?transaction_id=S2&timestamp=${TIMESTAMP}`, ['query-other-order']],
  ])('looks at the query too, which is not signed: %s', (_, address, found) => {
    expect(codes(doubt({ address }))).toEqual(found);
  });
});
