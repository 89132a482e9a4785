import { encode, pick, searchOf, type Genuine } from './forger.js';
import type { ForgedKind } from './forged-kinds.js';

/** Other ways to write a genuine header that lenient decoders read as the same. */
const respelt = (auth: string, n: number): string =>
  pick(
    [
      () => auth.replace(/=+$/, ''),
      () => auth.replace(/=$/, ''),
      () => `${auth}=`,
      () => `${auth}==`,
      // The last letter carries four bits that nobody reads.
      () => auth.replace(/(.)==$/, (_all, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`),
      () => `${auth.slice(0, 40)} ${auth.slice(40)}`,
      () => `${auth.slice(0, 76)}\t${auth.slice(76)}`,
      () => `${auth}!`,
      () => `${auth}AAAA`,
      () => `"${auth}"`,
      () => `'${auth}'`,
      () => `Basic ${auth}`,
      () => `Bearer ${auth}`,
      () => `${auth},`,
      () => `${auth};v=1`,
      () => encode(auth),
      () => encodeURIComponent(auth),
      () => `${auth.slice(0, 20)}-${auth.slice(21)}`,
      () => `${auth.slice(0, 20)}_${auth.slice(21)}`,
      () => `${auth.slice(0, 20)}\u00e9${auth.slice(20)}`,
    ],
    n,
  )();

const COLONS = ['::', ' :', ': ', ';', '.', '', '=', '\uff1a', ':\0', '%3A', '\n:', '|'];
const AROUND = ['\r\n', '\n', '\0', ' ', '\t', '\u00a0', ':', 'f'];

const decoded = ({ seconds, mac }: Genuine): string => `${seconds}:${mac}`;

const spelt = ({ auth }: Genuine, n: number): string => respelt(auth, n);

const doubled = (genuine: Genuine, wrong: string, n: number): readonly string[] =>
  pick(
    [
      [genuine.auth, genuine.auth],
      [genuine.auth, wrong],
      [wrong, genuine.auth],
      [genuine.auth, ''],
      ['', genuine.auth],
      [genuine.auth, genuine.auth, genuine.auth],
      [`${genuine.auth}, ${genuine.auth}`],
    ],
    n,
  );

const queries = ({ orderId, seconds }: Genuine): readonly string[] => [
  `?transactionid=${orderId}&transactionid=${orderId}&timestamp=${seconds}`,
  `?transactionid=${orderId}&transactionid=B-2&timestamp=${seconds}`,
  `?transactionid[]=${orderId}&timestamp=${seconds}`,
  `?transactionid[0]=${orderId}&timestamp=${seconds}`,
  `?transactionid[toString]=${orderId}&timestamp=${seconds}`,
  `?__proto__[transactionid]=${orderId}&timestamp=${seconds}`,
  `?TransactionId=${orderId}&timestamp=${seconds}`,
  `?transactionid=${orderId}%00&timestamp=${seconds}`,
  `?transactionid=%20${orderId}&timestamp=${seconds}`,
  `?transactionid=${orderId}%0d%0a&timestamp=${seconds}`,
  `?transactionid=${orderId.toLowerCase()}&timestamp=${seconds}`,
  `?transactionid=%EF%BB%BF${orderId}&timestamp=${seconds}`,
  `?transactionid=%E0%A4%A&timestamp=${seconds}`,
  `?transactionid=&timestamp=${seconds}`,
  `?timestamp=${seconds}`,
];

const groups = [
  'nobody',
  'WEB',
  'other',
  '__proto__',
  'constructor',
  'toString',
  'web%00',
  'web%20',
  'web.',
  'we',
  '%2e%2e%2fweb',
];

/** Forged in how header and query are written; everything that is signed is genuine. */
export const SPELT_KINDS: readonly ForgedKind[] = [
  { name: 'header: none', forge: () => ({ auth: [] }) },
  { name: 'header: empty or blank', forge: (_genuine, n) => ({ auth: ' '.repeat(n % 8) }) },
  { name: 'header: another spelling of a genuine one', forge: (genuine, n) => ({ auth: spelt(genuine, n) }) },
  {
    name: 'header: not encoded',
    forge: (genuine, n) => ({ auth: pick([decoded(genuine), Buffer.from(decoded(genuine)).toString('hex')], n) }),
  },
  {
    name: 'header: other colons',
    forge: (genuine, n) => ({ auth: Buffer.from(decoded(genuine).replace(':', pick(COLONS, n))).toString('base64') }),
  },
  {
    name: 'header: line ends, white space and more around',
    forge: (genuine, n) => {
      const extra = pick(AROUND, n >> 1);
      return {
        auth: Buffer.from(n % 2 === 0 ? decoded(genuine) + extra : extra + decoded(genuine)).toString('base64'),
      };
    },
  },
  {
    name: 'header: any bytes',
    forge: (_genuine, _n, { random }) => ({
      auth: String.fromCharCode(
        ...Array.from({ length: random.between(1, 300) }, () => random.between(0x21, 0xff)).filter(
          (code) => code !== 0x7f,
        ),
      ),
    }),
  },
  {
    name: 'header: more than once, a genuine one among them',
    forge: (genuine, n, forger) => ({
      auth: doubled(genuine, forger.header(genuine.seconds, genuine.body, 'wrong-key'), n),
    }),
  },
  {
    name: 'header: under another name',
    forge: ({ auth }, n) => ({
      auth: [],
      headers: {
        [pick(['Authorization', 'X-Auth', 'Auth_', 'Cookie', 'Proxy-Authorization', 'X-Original-Auth'], n)]: auth,
      },
    }),
  },
  {
    name: 'header: guesses the start’s own secret',
    forge: (_genuine, n, forger) => ({
      auth: [],
      headers: { 'X-Tillbridge-Boot-Check': pick([forger.hex(64), '', '0'.repeat(64), 'true', forger.hex(63)], n) },
    }),
  },
  {
    name: 'query: another order than was signed',
    forge: ({ seconds }, n) => ({ search: searchOf(`A-${1_000 + n}`, seconds) }),
  },
  {
    name: 'query: replay under the id of another order of the shop',
    forge: ({ orderId, seconds }) => ({ search: searchOf(orderId === 'A-1' ? 'A-2' : 'A-1', seconds) }),
  },
  {
    name: 'query: twice, lists, odd spellings, nothing',
    forge: (genuine, n) => ({ search: pick(queries(genuine), n) }),
  },
  {
    name: 'query: no timestamp',
    forge: ({ orderId }, n) => ({ search: pick([`?transactionid=${orderId}`, '', '?', '?Timestamp=1'], n) }),
    answers: [400],
  },
  {
    name: 'query: signature in it',
    forge: ({ auth, search }) => ({
      auth: [],
      search: `${search}&auth=${encodeURIComponent(auth)}&Auth=${encodeURIComponent(auth)}`,
    }),
  },
  {
    name: 'group: unknown, or its name in another spelling',
    forge: (_genuine, n) => ({ group: pick(groups, n) }),
    wireOnly: true,
  },
];
