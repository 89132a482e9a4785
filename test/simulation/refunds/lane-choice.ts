import { isOpen } from '../../../src/shop/refund-records/lane/lane-guards.js';
import { planLane } from '../../../src/shop/refunds/sending/lane-plan.js';
import type { Policy } from './policy.js';
import type { RefundRow, Store } from './store.js';

const CURRENCY = 'EUR';

/** Which refund is sent next, if any may be: what the plan of the lane says. */
export function chooseNext(
  { rows, lane }: Pick<Store, 'rows' | 'lane'>,
  policy: Policy,
  now: number,
): RefundRow | null {
  const { rules, quirks } = policy;
  const earlier = [];
  const queued = [];
  for (const row of rows) {
    const { tag: id, orderId, amount, batchId, facts } = row;
    const { state, lastSentAt, arrivedBy, notBefore, refusedAt } = facts;
    const refused = lane.refusals > 0 ? refusedAt : null;
    if (state === 'queued')
      queued.push({ id, orderId, amount, currency: CURRENCY, batchId, notBefore, refusedAt: refused });
    if (lastSentAt === null || (quirks.forgetsSingleFlight && isOpen(facts))) continue;
    earlier.push({ id, orderId, amount, currency: CURRENCY, state, lastSentAt, arrivedBy });
  }
  if (queued.length === 0) return null;
  const followed = quirks.forgetsEqualAmounts ? { ...rules, equalAmountGapMs: 0 } : rules;
  const { next } = planLane({ queued, earlier }, followed, { now, nextSlotAt: now, scope: 'order', roundTripMs: 0 });
  return rows.find(({ tag }) => tag === next) ?? null;
}

/**
 * When it is worth while to look at the lane: the least that the plan may ask for, without making one. `Infinity`: not
 * before something changes. Epoch milliseconds.
 */
export function worthLookingAt(rows: readonly RefundRow[], { rules, quirks }: Policy): number {
  let soonest = Infinity;
  for (const row of rows) {
    if (row.facts.state !== 'queued' || row.facts.notBefore >= soonest) continue;
    let at = row.facts.notBefore;
    for (const other of rows) {
      if (other === row || other.order !== row.order) continue;
      if (isOpen(other.facts) && !quirks.forgetsSingleFlight) at = Infinity;
      if (other.amount !== row.amount || quirks.forgetsEqualAmounts) continue;
      if (other.facts.arrivedBy !== null) at = Math.max(at, other.facts.arrivedBy + rules.equalAmountGapMs);
    }
    soonest = Math.min(soonest, at);
  }
  return soonest;
}
