import { isFields } from '../../../protocol/index.js';
import type { Fault } from '../../../protocol/index.js';
import { AsIs } from '../../../support/fields/field.decorators.js';
import { fieldsOf } from '../../../support/fields/fields.js';

/**
 * An API key with the time in which it is valid, for changing keys without a gap (scenario C2).
 *
 * @example
 * ```ts
 * const apiKeys: (string | ApiKeyOptions)[] = [
 *   { key: 'the-new-key', from: '2026-12-01T03:00:00Z' },
 *   { key: 'the-old-key', until: '2026-12-01T03:00:00Z' },
 * ];
 * ```
 */
export class ApiKeyOptions {
  /** The key, as the service shows it; white space, invisible characters and quotes around it are dropped. */
  @AsIs()
  key: string;

  /**
   * When the key begins to make calls; it verifies notifications at any time before. Text is ISO 8601 in UTC: `2026-12-01` or
   * `2026-12-01T03:00:00Z`. Default: always valid.
   */
  @AsIs()
  from?: Date | string;

  /** When the key stops making calls. It verifies notifications for 45 minutes longer. Default: never. */
  @AsIs()
  until?: Date | string;
}

/** A key after the check. It is passed from the check of the options to the key ring and kept nowhere else. */
export interface ApiKey {
  readonly key: string;
  /** First instant of validity in epoch ms; minus infinity for always. */
  readonly fromMs: number;
  /** First instant after validity in epoch ms; infinity for no end. */
  readonly untilMs: number;
}

/** The service's own clients refuse shorter keys; nothing shorter has ever been issued. */
const MIN_KEY_LENGTH = 5;
const UTC_TIME = /^\d{4}-\d{2}-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/;
/** Characters that come along when a key is copied: spaces of all kinds, invisible marks, quotes. */
const AROUND = String.raw`[\s\p{Cf}"'\u0060\u2018\u2019\u201C\u201D\u00AB\u00BB]+`;
const PASTED = new RegExp(`^${AROUND}|${AROUND}$`, 'gu');
/** A key travels in a header or a query. A key with any other character was copied wrongly. */
const PRINTABLE = /^[\x21-\x7e]*$/;

const NOT_SET = 'is not set (an environment variable that is missing?); it must be text, or { key, from?, until? }';

/** One entry of the option `apiKeys`: a valid key, or what is wrong with it. */
export type ReadApiKey = { ok: true; key: ApiKey } | { ok: false; faults: Fault[] };

/**
 * Reads one entry of the option `apiKeys`. Never throws. Its faults never contain the key.
 *
 * @param entry - text, or an object as `ApiKeyOptions` says, of any quality
 * @param path - the place in the options, for the faults
 */
export function readApiKey(entry: unknown, path: string): ReadApiKey {
  // `process.env.KEY!` satisfies the compiler, and says nothing at run time.
  if (entry === undefined || entry === null) return fault(path, NOT_SET);
  if (typeof entry !== 'string' && !isFields(entry)) return fault(path, 'must be text, or { key, from?, until? }');
  const given: Readonly<Record<string, unknown>> = typeof entry === 'string' ? { key: entry } : entry;
  const key = typeof given['key'] === 'string' ? given['key'].replace(PASTED, '') : null;
  const [fromMs, untilMs] = [instantOf(given['from'], -Infinity), instantOf(given['until'], Infinity)];
  const faults = [
    ...Object.keys(given).flatMap((name) =>
      fieldsOf(ApiKeyOptions).has(name) ? [] : [{ path, message: 'has an unknown field' }],
    ),
    ...keyFaults(key, path),
    ...timeFaults({ fromMs, untilMs }, path),
  ];
  if (faults.length > 0 || key === null || fromMs === null || untilMs === null) return { ok: false, faults };
  return { ok: true, key: { key, fromMs, untilMs } };
}

const fault = (path: string, message: string): ReadApiKey => ({ ok: false, faults: [{ path, message }] });

function keyFaults(key: string | null, path: string): Fault[] {
  if (key === null) return [{ path, message: 'each of apiKeys must be text' }];
  if (key.length < MIN_KEY_LENGTH) {
    return [{ path, message: `each of apiKeys must have at least ${MIN_KEY_LENGTH} characters` }];
  }
  return PRINTABLE.test(key) ? [] : [{ path, message: 'holds a space or another character that no key has' }];
}

function timeFaults({ fromMs, untilMs }: { fromMs: number | null; untilMs: number | null }, path: string): Fault[] {
  const unreadable = 'must be a Date or ISO 8601 text in UTC such as 2026-12-01T03:00:00Z';
  const faults: Fault[] = [];
  if (fromMs === null) faults.push({ path: `${path}.from`, message: unreadable });
  if (untilMs === null) faults.push({ path: `${path}.until`, message: unreadable });
  if (fromMs !== null && untilMs !== null && untilMs <= fromMs) {
    faults.push({ path: `${path}.until`, message: 'must be later than from' });
  }
  return faults;
}

/** Epoch ms; the default for an absent value; `null` for a value that is not an instant. */
function instantOf(value: unknown, whenAbsent: number): number | null {
  if (value === undefined || value === null) return whenAbsent;
  const ms = value instanceof Date ? value.getTime() : instantOfText(value);
  return Number.isFinite(ms) ? ms : null;
}

function instantOfText(value: unknown): number {
  const day = typeof value === 'string' ? UTC_TIME.exec(value)?.[1] : undefined;
  if (day === undefined) return Number.NaN;
  const text = value as string;
  // Date.parse reads 30 February as a day of March.
  const daysOfMonth = Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7))) / 86_400_000;
  const startOfMonth = Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1) / 86_400_000;
  return Number(day) <= daysOfMonth - startOfMonth ? Date.parse(text) : Number.NaN;
}
