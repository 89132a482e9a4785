import { createHmac } from 'node:crypto';
import { orderBody } from 'tillbridge/testing';
import { flipped, keyVariants, otherInput, publicWords, recoded, reserialised } from './forged-material.js';
import { encode, macOf, pick, searchOf, type Forger, type Forgery, type Genuine } from './forger.js';

/** One way of forging. */
export interface ForgedKind {
  readonly name: string;
  /** What of a genuine notification is changed; `n` counts the requests of this kind, for kinds that go through something. */
  forge(genuine: Genuine, n: number, forger: Forger): Partial<Forgery>;
  /** Which statuses may come back: 401 unless the host answers before the module is asked. */
  readonly answers?: readonly number[] | { readonly express: readonly number[]; readonly fastify: readonly number[] };
  /** Is about more than header, query and body, so it cannot be judged without a server. */
  readonly wireOnly?: boolean;
  /** No proper request, or one that ends its connection. */
  readonly alone?: boolean;
  /** A page of the host's own, which may repeat what was asked for. */
  readonly isHostPage?: boolean;
}

const signedBy =
  (key: (genuine: Genuine, n: number, forger: Forger) => string): ForgedKind['forge'] =>
  (genuine, n, forger) => ({
    auth: forger.header(genuine.seconds, genuine.body, key(genuine, n, forger)),
  });

const signedAt =
  (time: (genuine: Genuine, n: number) => string | number): ForgedKind['forge'] =>
  (genuine, n, forger) => ({ auth: forger.header(time(genuine, n), genuine.body) });

/** The genuine header's text in another spelling. */
const decodedAs =
  (change: (text: string, genuine: Genuine, n: number) => string): ForgedKind['forge'] =>
  (genuine, n) => ({ auth: encode(change(`${genuine.seconds}:${genuine.mac}`, genuine, n)) });

const bodyAs =
  (change: (body: Buffer, n: number, forger: Forger) => Buffer): ForgedKind['forge'] =>
  ({ body }, n, forger) => ({ body: change(body, n, forger) });

const DIGESTS = ['sha256', 'sha1', 'md5', 'sha384', 'sha3-512', 'sha512-256', 'ripemd160'];
const TIMES = ['0000000000', '9999999999', '99999999999', '9999999999999', '0000000000000', '1000000000'];
const NO_TIMES = ['', '-175672081', '1e9', '0x68b5a1f0', '17567208I0', 'NaN', 'Infinity', '١٧٥٦٧٢٠٨١٠', '1756 72081'];

/** Forged in what is signed, by whom and when. */
export const SIGNED_KINDS: readonly ForgedKind[] = [
  { name: 'key: anybody’s', forge: signedBy((_genuine, _n, forger) => forger.hex(40)) },
  {
    name: 'key: nearly ours, or ours with white space',
    forge: signedBy((_g, n, { keys }) => pick(keyVariants(keys.web), n)),
  },
  {
    name: 'key: blank, or a word anybody knows',
    forge: signedBy((g, n, { keys }) => pick(publicWords(g, keys.web), n)),
  },
  { name: 'key: an old one after its end', forge: signedBy((_genuine, _n, { keys }) => keys.old) },
  { name: 'key: of another terminal group', forge: signedBy((_genuine, _n, { keys }) => keys.other) },
  {
    name: 'digest: another one',
    forge: ({ seconds, body }, n, { keys }) => {
      const digest = createHmac(pick(DIGESTS, n), keys.web).update(`${seconds}:`).update(body).digest('hex');
      return { auth: encode(`${seconds}:${n % 2 === 0 ? digest : digest.repeat(4).slice(0, 128)}`) };
    },
  },
  {
    name: 'digest: of something else',
    forge: (genuine, n, { keys }) => ({ auth: encode(`${genuine.seconds}:${otherInput(genuine, keys.web, n)}`) }),
  },
  {
    name: 'digest: of another order’s body',
    forge: (_genuine, _n, forger) => ({ auth: forger.genuine().auth, body: forger.genuine('B-2').body }),
  },
  { name: 'digest: random', forge: ({ seconds }, _n, forger) => ({ auth: encode(`${seconds}:${forger.hex(128)}`) }) },
  {
    name: 'digest: each of 1,024 bits flipped',
    forge: decodedAs(
      (text, { mac }, n) =>
        text.slice(0, -mac.length) + flipped(Buffer.from(mac), (n % 1_024) >> 3, 1 << (n % 8)).toString('latin1'),
    ),
  },
  {
    name: 'digest: each of its 512 bits flipped',
    forge: decodedAs(
      (text, { mac }, n) =>
        text.slice(0, -mac.length) + flipped(Buffer.from(mac, 'hex'), (n % 512) >> 3, 1 << (n % 8)).toString('hex'),
    ),
  },
  {
    name: 'digest: each letter in upper case',
    forge: decodedAs((text, { mac }, n) => {
      const letters = [...mac.matchAll(/[a-f]/g)].map(({ index }) => index);
      const at = text.length - mac.length + pick(letters, n);
      return n % 5 === 0 ? text.toUpperCase() : text.slice(0, at) + text.charAt(at).toUpperCase() + text.slice(at + 1);
    }),
  },
  {
    name: 'digest: each wrong length',
    forge: decodedAs((text, { mac }, n) => {
      const wrong = n % 256;
      return wrong < 128 ? text.slice(0, -(wrong + 1)) : text + mac.slice(0, wrong - 127);
    }),
  },
  {
    name: 'body: each byte changed',
    forge: bodyAs((body, n, { random }) => flipped(body, n % body.length, random.between(1, 255))),
  },
  {
    name: 'body: cut off or continued',
    forge: bodyAs((body, n) =>
      n % 2 === 0
        ? body.subarray(0, body.length - 1 - (n % (body.length - 2)))
        : Buffer.concat([body, Buffer.from(' '.repeat(1 + (n % 64)))]),
    ),
  },
  { name: 'body: the same JSON in other bytes', forge: bodyAs(reserialised) },
  { name: 'body: byte order mark, UTF-16, other line ends', forge: bodyAs(recoded) },
  {
    name: 'body: more paid than was signed',
    forge: bodyAs((body, n) => Buffer.from(body.toString().replace('1250', String(1_251 + n)))),
  },
  {
    name: 'time: another one than was signed',
    forge: decodedAs((text, { seconds }, n) =>
      text.replace(String(seconds), String(seconds - 300 + (n % 400 === 300 ? 301 : n % 400))),
    ),
  },
  {
    name: 'time: in another unit than was signed',
    forge: decodedAs((text, _genuine, n) => (n % 2 === 0 ? text.replace(':', '000:') : `0${text}`)),
  },
  {
    name: 'time: signed, too long ago',
    forge: signedAt(({ seconds }, n) => pick([seconds - 602 - n, (seconds - 602 - n) * 1_000], n)),
  },
  {
    name: 'time: signed, too far ahead',
    forge: signedAt(({ seconds }, n) => pick([seconds + 180 + n, (seconds + 180 + n) * 1_000], n)),
  },
  { name: 'time: signed, the first and the last there are', forge: signedAt((_genuine, n) => pick(TIMES, n)) },
  {
    name: 'time: signed, none at all',
    forge: (genuine, n, { keys }) => {
      const time = pick(NO_TIMES, n);
      return { auth: Buffer.from(`${time}:${macOf(time, genuine.body, keys.web)}`).toString('base64') };
    },
  },
  {
    name: 'replay: after its time',
    forge: (_genuine, n, forger) => {
      const at = forger.now() - 601 - (n % 100_000);
      const body = Buffer.from(JSON.stringify(orderBody({ orderId: 'A-1', amount: 1250, at: at * 1_000 })));
      return { auth: forger.header(at, body), body, search: searchOf('A-1', at) };
    },
  },
];
