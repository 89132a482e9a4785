import type { Mistake } from './finding.types.js';

/** Makes the signed bytes from a timestamp and a body. */
type Way = (timestamp: string, body: Buffer) => Buffer;

const joined = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

/** The correct way: timestamp, colon, body (spec §5.2.3). */
export const RIGHT_WAY = {
  value: ((timestamp, body) => joined(timestamp, ':', body)) satisfies Way as Way,
  findings: [],
} as const;

const FIX = 'Sign "timestamp:body", the same timestamp that stands in the header (spec §5.2.3).';

/** Wrong ideas of which bytes are signed. */
export const SIGNING_MISTAKES: readonly Mistake<Way>[] = [
  {
    code: 'signed-without-timestamp',
    what: 'The signature is over the body alone, without timestamp and colon.',
    fix: FIX,
    meant: () => [(_, body) => body],
  },
  {
    code: 'signed-without-colon',
    what: 'The signature is over timestamp and body without the colon between them.',
    fix: FIX,
    meant: () => [(timestamp, body) => joined(timestamp, body), (timestamp, body) => joined(timestamp, '.', body)],
  },
  {
    code: 'signed-empty-body',
    what: 'The signature is over an empty body.',
    fix: 'Where it is signed, the body is not there yet, or not any more.',
    meant: () => [(timestamp) => joined(timestamp, ':')],
  },
];
