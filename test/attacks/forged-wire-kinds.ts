import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ForgedKind } from './forged-kinds.js';
import { ROUTE_SPELLINGS } from './route-spellings.js';
import { pick, type Forger, type Forgery, type Genuine } from './forger.js';

const ROUTE = '/payments/notifications';
const EMPTY = Buffer.alloc(0);
const LARGE = 262_145;
/** What a connection must not be used for any more after. */
const CLOSE = { Connection: 'close' };

const wrong = ({ seconds, body }: Genuine, forger: Forger): string => forger.header(seconds, body, 'wrong-key');

const encodings = (body: Buffer): readonly Partial<Forgery>[] => [
  { body: gzipSync(body), headers: { 'Content-Encoding': 'gzip' } },
  { body: deflateSync(body), headers: { 'Content-Encoding': 'deflate' } },
  { body: brotliCompressSync(body), headers: { 'Content-Encoding': 'br' } },
  { body: gzipSync(body) },
  { headers: { 'Content-Encoding': 'gzip' } },
  { headers: { 'Content-Encoding': 'gzip, identity' } },
  { headers: { 'Content-Encoding': 'x-unknown' } },
];

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  '',
];
const CHARSETS = ['utf-16', 'utf-7', 'utf-8; charset=utf-16', 'iso-8859-1', 'x-none', '"utf-8', 'UTF8'];

const PATHS = [
  `${ROUTE}//web`,
  `//${ROUTE}/web`,
  `${ROUTE}/./web`,
  `${ROUTE}/other/../web`,
  `${ROUTE}/web/`,
  `${ROUTE}/web/x`,
  `${ROUTE}/web/x/y`,
  `${ROUTE}/web;a=b`,
  `${ROUTE}/%77%65%62`,
  `${ROUTE}/web%2f`,
  `${ROUTE}/%`,
  `${ROUTE}/%00`,
  `${ROUTE}/%ff`,
  `${ROUTE}/..%2fweb`,
  `${ROUTE.toUpperCase()}/web`,
  `${ROUTE}`,
  `${ROUTE}/`,
  `${ROUTE}\\web`,
  `http://127.0.0.1${ROUTE}/web`,
  `http://elsewhere.example${ROUTE}/web`,
  `${ROUTE}/${'w'.repeat(4_000)}`,
  ...ROUTE_SPELLINGS,
];

const odd = (headers: string): Readonly<Record<string, string>> => ({ ...CLOSE, 'X-Odd': headers });

/** Forged in what HTTP itself is made of. */
export const WIRE_KINDS: readonly ForgedKind[] = [
  {
    name: 'http: no body under a genuine header',
    forge: () => ({ body: EMPTY }),
    answers: [401, 400],
    wireOnly: true,
  },
  {
    name: 'http: another kind of body',
    forge: (genuine, n, forger) => ({ auth: wrong(genuine, forger), headers: { 'content-type': pick(TYPES, n) } }),
    answers: { express: [401], fastify: [401, 415] },
    wireOnly: true,
  },
  {
    name: 'http: character sets',
    forge: (genuine, n, forger) => ({
      auth: wrong(genuine, forger),
      headers: { 'content-type': `application/json; charset=${pick(CHARSETS, n)}` },
    }),
    answers: [401, 400, 415],
    wireOnly: true,
  },
  {
    name: 'http: encoded bodies under the header of what is in them',
    forge: ({ body }, n) => pick(encodings(body), n),
    answers: [401, 400, 415],
    wireOnly: true,
  },
  {
    name: 'http: chunked',
    forge: (genuine, n, forger) => ({
      framing: 'chunked',
      ...pick([{ auth: wrong(genuine, forger) }, { body: EMPTY }], n),
    }),
    answers: { express: [401], fastify: [401, 400] },
    wireOnly: true,
  },
  {
    name: 'http: more bytes than are read',
    forge: (genuine, n, forger) => ({ auth: wrong(genuine, forger), body: Buffer.alloc(LARGE + (n % 8) * 1_000, 'x') }),
    answers: { express: [413, 400], fastify: [413, 400] },
    wireOnly: true,
  },
  {
    name: 'http: other methods',
    forge: (_genuine, n) => ({
      method: pick(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'], n),
      headers: { 'X-HTTP-Method-Override': 'POST', 'content-type': 'application/json', ...CLOSE },
    }),
    answers: [400, 404, 405, 413],
    wireOnly: true,
    alone: true,
    isHostPage: true,
  },
  {
    name: 'http: odd paths',
    forge: (genuine, n, forger) => ({ auth: wrong(genuine, forger), path: pick(PATHS, n), headers: CLOSE }),
    answers: [400, 401, 404, 414],
    wireOnly: true,
    alone: true,
    isHostPage: true,
  },
  {
    name: 'http: a length that is not true',
    forge: ({ body }, n) => ({
      framing: pick([body.length - 5, body.length + 5, -1, Number.MAX_SAFE_INTEGER], n),
      headers: CLOSE,
    }),
    answers: [0, 400, 401, 413],
    wireOnly: true,
    alone: true,
    isHostPage: true,
  },
  {
    name: 'http: a length and chunks',
    forge: ({ body }, n, forger) => ({
      auth: forger.header(forger.now(), body, 'wrong-key'),
      framing: 'chunked',
      headers: { 'Content-Length': String(n % 50), ...CLOSE },
    }),
    answers: [400, 401],
    wireOnly: true,
    alone: true,
    isHostPage: true,
  },
  {
    name: 'http: line ends, NUL and folds in headers',
    forge: (genuine, n) => ({
      ...pick<Partial<Forgery>>(
        [
          { auth: `${genuine.auth}\rX: y` },
          { auth: `${genuine.auth.slice(0, 50)}\r\n ${genuine.auth.slice(50)}` },
          { auth: `${genuine.auth.slice(0, 50)}\n${genuine.auth.slice(50)}` },
          { auth: `${genuine.auth.slice(0, 50)}\0${genuine.auth.slice(50)}` },
          { auth: [], headers: odd(`x\r\nAuth : ${genuine.auth}`) },
          { auth: [], headers: odd(`x\r\n\tAuth: ${genuine.auth}`) },
        ],
        n,
      ),
    }),
    answers: [0, 400, 401],
    wireOnly: true,
    alone: true,
    isHostPage: true,
  },
  {
    name: 'http: other versions',
    forge: (genuine, n, forger) => ({
      auth: wrong(genuine, forger),
      version: pick(['1.0', '0.9', '2.0', '9.9', '1.1 '], n),
      headers: CLOSE,
    }),
    answers: [0, 400, 401, 505],
    wireOnly: true,
    alone: true,
    isHostPage: true,
  },
];
