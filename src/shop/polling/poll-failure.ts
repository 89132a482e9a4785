import { isPaymentError } from '../../protocol/index.js';
import { backoffMs } from '../../support/index.js';
import { isUnknownThere } from '../client/index.js';
import { RETRY_PLAN } from '../workers/index.js';

/**
 * Whose failure it is that a poll brought nothing.
 * - `absent`: the service knows no such order. `service`: it, or the way to it, does not work. `held`: nothing was sent.
 * - `group`: the key, or another setting of the group. `row`: this order, or what the shop does upon it.
 */
export type Blame = 'absent' | 'service' | 'held' | 'group' | 'row';

const NOT_SENT: ReadonlySet<string> = new Set(['CIRCUIT_OPEN', 'API_BUDGET_EXHAUSTED', 'SHUTTING_DOWN']);
const SOON = { baseMs: 15_000, capMs: 3_600_000, jitter: 'equal' } as const;

/** Says whose failure an error is. */
export function blameOf(error: unknown): Blame {
  if (!isPaymentError(error)) return 'row';
  if (isUnknownThere(error)) return 'absent';
  if (NOT_SENT.has(error.code)) return 'held';
  if (error.kind === 'configuration') return 'group';
  return error.kind === 'temporary' ? 'service' : 'row';
}

/**
 * How long until a poll that failed is repeated: soon at first, and never later than it would have been planned. An
 * order that cannot be read is tried a number of times, then only as often as the others; for the service's failures it
 * need not pay.
 *
 * @param gapMs - until the poll that would follow one that went well
 */
export function retryGap(blame: Blame, { attempts, gapMs }: { attempts: number; gapMs: number }): number {
  if (blame === 'row' && attempts > RETRY_PLAN.attempts) return gapMs;
  return Math.min(gapMs, backoffMs({ ...SOON, attempt: attempts }));
}
