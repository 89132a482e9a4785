import type { SandboxDelivery } from 'tillbridge/sandbox';
import type { OrderReport } from '../orders/orders.service.js';
import { eventually } from './eventually.js';
import { fact } from './narrator.js';
import type { Stage } from './stage.js';

/** How many entries of this kind the order's timeline has. */
export const countKind = ({ timeline }: OrderReport, kind: string): number =>
  timeline.filter((entry) => entry.kind === kind).length;

/** Have at least so many notifications come in, and has each been applied? */
export function areApplied({ timeline }: OrderReport, least: number): boolean {
  const received = timeline.filter(({ kind }) => kind === 'notification');
  return received.length >= least && received.every(({ details }) => details['state'] === 'done');
}

/** Is there nothing left in the outbox? */
export const isOutboxDone = ({ timeline }: OrderReport): boolean =>
  timeline.every(({ kind, details }) => kind !== 'outbox' || details['state'] === 'done');

/**
 * Waits until the sandbox has sent so many notifications about an order, each acknowledged.
 *
 * @returns the latest
 */
export async function acknowledged(stage: Stage, orderId: string, number: number): Promise<SandboxDelivery> {
  const sent = await eventually({
    look: async () => stage.sandbox.deliveries(orderId),
    until: (deliveries) => deliveries.length >= number,
    seen: (deliveries) => `the sandbox has sent ${deliveries.length} notifications`,
    withinMs: stage.patienceMs,
  });
  const unheard = sent.find(({ verdict }) => verdict !== 'acknowledged');
  fact(!unheard, `the shop answered ${unheard?.status ?? 'nothing'}: "${unheard?.response ?? ''}"`);
  const latest = sent.toSorted((one, other) => one.timestamp - other.timestamp).at(-1);
  fact(latest !== undefined, 'the sandbox has sent nothing');
  return latest;
}

/** States that no table has gained or lost a row. */
export function sameRows(before: Record<string, number>, after: Record<string, number>): void {
  const changed = Object.keys(after).filter((table) => before[table] !== after[table]);
  fact(changed.length === 0, `the number of rows changed in ${changed.join(', ')}`);
}
