import { isDiskFull } from '../../database/engine/index.js';
import { isPaymentError } from '../../protocol/index.js';
import { backoffMs } from '../../support/index.js';
import { isFromElsewhere, isUnknownThere } from '../client/index.js';
import { RETRY_PLAN } from '../workers/index.js';

/**
 * The cause of a poll without a result.
 * - `absent`: the service knows no such order. `service`: the service, or the way to it, does not work, or the database takes no
 *   answer. `held`: nothing was sent.
 * - `group`: the key, or another setting of the group. `row`: this order, or the shop's own code for it.
 */
export type Blame = 'absent' | 'service' | 'held' | 'group' | 'row';

const NOT_SENT: ReadonlySet<string> = new Set(['CIRCUIT_OPEN', 'API_BUDGET_EXHAUSTED', 'SHUTTING_DOWN']);
/** Failures after which a person is alerted. The attempt is still tried. */
const WARN_AFTER = 5;
const SOON = { baseMs: 15_000, capMs: 3_600_000, jitter: 'equal' } as const;

/**
 * Determines the cause of an error.
 *
 * @param othersWork - whether other calls have succeeded since this order was read in vain before
 */
export function blameOf(error: unknown, othersWork = false): Blame {
  // Each order would need attention, and each poll would be a call for nothing.
  if (isDiskFull(error)) return 'service';
  if (!isPaymentError(error)) return 'row';
  if (isUnknownThere(error)) return 'absent';
  if (NOT_SENT.has(error.code)) return 'held';
  if (error.kind === 'configuration') return 'group';
  // A page of maintenance answers every poll, and each order would need attention; a firewall may refuse the id of one order only.
  const isAway = error.kind === 'temporary' || (isFromElsewhere(error) && !othersWork);
  return isAway ? 'service' : 'row';
}

/**
 * Whether a person must know of a failure. At exactly one number of attempts none would: that attempt may fail for another
 * cause, as an outage.
 */
export const isFailingAgain = (blame: Blame, attempts: number): boolean => blame === 'row' && attempts >= WARN_AFTER;

/**
 * How long until a failed poll is repeated: soon at first, and never later than it would have been planned. An order that
 * cannot be read is tried a few times quickly, and then as often as the others; failures of the service do not count against
 * the order.
 *
 * @param gapMs - time until the poll that would follow a successful one
 */
export function retryGap(blame: Blame, { attempts, gapMs }: { attempts: number; gapMs: number }): number {
  if (blame === 'row' && attempts > RETRY_PLAN.attempts) return gapMs;
  return Math.min(gapMs, backoffMs({ ...SOON, attempt: attempts }));
}
