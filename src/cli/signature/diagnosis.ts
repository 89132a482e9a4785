import { createHmac } from 'node:crypto';
import { keyId, verify, type SignedParts } from '../../protocol/index.js';
import { ageFindings } from './age-mistakes.js';
import { BODY_MISTAKES, bodyMistakes } from './body-mistakes.js';
import { likely, proved, type SignatureFinding, type Mistake } from './finding.types.js';
import { readHeader } from './header-mistakes.js';
import { KEY_MISTAKES } from './key-mistakes.js';
import { queryFindings } from './query-mistakes.js';
import { RIGHT_WAY, SIGNING_MISTAKES } from './signing-mistakes.js';

/** A key that may have signed a notification, and the name of its source. Never printed. */
export interface NamedKey {
  /** The variable or file it was read from. */
  readonly name: string;
  /** Exactly as it was read, white space included. */
  readonly key: string;
}

/** A notification to be examined. */
export interface DoubtedNotification {
  /** The `Auth` header, as it was stored. */
  readonly header: string;
  /** The body, as it was stored. */
  readonly body: Buffer;
  readonly keys: readonly NamedKey[];
  /** The URL of the request with its query, or only the query; null if unknown. */
  readonly address: string | null;
  /** The time by which its age is measured, epoch milliseconds. */
  readonly nowMs: number;
}

/** Whether a notification is authentic, and if not, why. Times in epoch milliseconds. */
export interface Diagnosis {
  /** Whether an endpoint that follows spec §5 would accept it at that time. */
  readonly authentic: boolean;
  /** The first reason to refuse it. */
  readonly reason: 'missing' | 'malformed' | 'stale' | 'future' | 'mismatch' | null;
  /** When it was signed, by the signer's clock; null if the header does not tell. */
  readonly signedAt: number | null;
  /** The matching key, perhaps after the mistakes are corrected. */
  readonly key: { readonly name: string; readonly fingerprint: string } | null;
  readonly findings: readonly SignatureFinding[];
}

/** A given value or its possible original, and the corrections that led to it. */
interface Candidate<T> {
  readonly value: T;
  readonly findings: readonly SignatureFinding[];
}

/**
 * Tells whether a notification is authentic (spec §5), and if not, which of the usual mistakes explains it. A mistake
 * is proved if the signature matches after its correction; otherwise the finding is marked as likely.
 *
 * @example
 * ```ts
 * const keys = [{ name: 'WEB_KEY', key: 'sandbox-web' }];
 * const header = 'MTc1NjcyMDgxMDo…';
 * const { authentic, findings } = diagnose({ header, body: Buffer.from('{}'), keys, address: null, nowMs: clock.now() });
 * ```
 */
export function diagnose(doubted: DoubtedNotification): Diagnosis {
  const { header, body, keys, nowMs } = doubted;
  const verdict = verify({ header, body, keys: keys.map(({ key }) => key), nowMs });
  const { auth, findings } = readHeader(header);
  const match = auth ? matchOf(auth, doubted) : null;
  return {
    authentic: verdict.ok,
    reason: verdict.ok ? null : verdict.reason,
    signedAt: auth?.signedAtMs ?? null,
    key: match ? { name: match.key.name, fingerprint: keyId(match.key.key) } : null,
    findings: [
      ...findings,
      ...(auth ? (match?.findings ?? unexplained(doubted)) : []),
      ...(auth ? ageFindings(auth.signedAtMs, nowMs) : []),
      ...queryFindings(doubted),
    ],
  };
}

/** A matching signature, and the corrections for it. */
interface Match {
  readonly key: NamedKey;
  readonly findings: readonly SignatureFinding[];
}

/** Only the signature decides. Candidates with the fewest corrections are tried first. */
function matchOf(auth: SignedParts, { body, keys }: DoubtedNotification): Match | null {
  const secrets = keys.flatMap((key) => [
    { key, value: key.key.trim(), findings: [] },
    ...meantBy(KEY_MISTAKES, key.key).map((each) => ({ key, ...each })),
  ]);
  for (const meant of [{ value: body, findings: [] }, ...meantBy(BODY_MISTAKES, body)]) {
    for (const way of [RIGHT_WAY, ...meantBy(SIGNING_MISTAKES, RIGHT_WAY.value)]) {
      const message = way.value(auth.timestamp, meant.value);
      const fits = secrets.find(({ value }) => macOf(value, message).equals(auth.mac));
      if (fits)
        return {
          key: { ...fits.key, key: String(fits.value) },
          findings: [...meant.findings, ...way.findings, ...fits.findings],
        };
    }
  }
  return null;
}

const macOf = (key: string | Buffer, message: Buffer): Buffer => createHmac('sha512', key).update(message).digest();

function meantBy<T>(mistakes: readonly Mistake<T>[], given: T): readonly Candidate<T>[] {
  return mistakes.flatMap((mistake) => mistake.meant(given).map((value) => ({ value, findings: [proved(mistake)] })));
}

const WRONG_KEY = {
  code: 'key-unknown',
  what: 'None of the keys has signed these bytes, and none of the usual mistakes explains it.',
  fix: 'Compare the fingerprints with those of the terminal group: perhaps it is the key of another group, of the other mode (test, live), or an old one. Otherwise these are not the bytes that were signed.',
};

const unexplained = ({ body }: DoubtedNotification): readonly SignatureFinding[] => [
  ...bodyMistakes(body),
  likely(WRONG_KEY),
];
