import type { SandboxDelivery } from 'tillbridge/sandbox';
import type { OrderReport } from '../orders/orders.service.js';
import { eventually } from './eventually.js';
import { fact } from './narrator.js';
import type { Stage } from './stage.js';

/** How many entries of this kind the order's timeline has. */
export const countKind = ({ timeline }: OrderReport, kind: string): number =>
  timeline.filter((entry) => entry.kind === kind).length;

/** Whether at least `least` notifications were received, and each has been applied. */
export function areApplied({ timeline }: OrderReport, least: number): boolean {
  const received = timeline.filter(({ kind }) => kind === 'notification');
  return received.length >= least && received.every(({ details }) => details['state'] === 'done');
}

/** Whether the outbox is empty. */
export const isOutboxDone = ({ timeline }: OrderReport): boolean =>
  timeline.every(({ kind, details }) => kind !== 'outbox' || details['state'] === 'done');

/** What the sandbox reported to the shop, and why. */
type Cause = SandboxDelivery['cause'];

/**
 * Waits until the shop has been notified for this cause.
 *
 * @returns the notification, as it was sent and answered
 * @throws NotAsExpected if it was not acknowledged
 */
export async function notified(stage: Stage, orderId: string, cause: Cause): Promise<SandboxDelivery> {
  const sent = await eventually({
    read: async () => (await stage.sandbox.deliveries(orderId)).filter((delivery) => delivery.cause === cause),
    until: (deliveries) => deliveries.length > 0,
    seen: () => `the sandbox has sent no notification "${cause}"`,
    withinMs: stage.patienceMs,
  });
  return isAcknowledged(sent[0]);
}

/** Checks that the shop answered with an acknowledgement. */
export function isAcknowledged(delivery: SandboxDelivery | undefined): SandboxDelivery {
  fact(delivery?.verdict === 'acknowledged', `the shop answered ${delivery?.status} "${delivery?.response}"`);
  return delivery;
}

/** Checks that no table has gained or lost a row. */
export function sameRows(before: Record<string, number>, after: Record<string, number>): void {
  const changed = Object.keys(after).filter((table) => before[table] !== after[table]);
  fact(changed.length === 0, `the number of rows changed in ${changed.join(', ')}`);
}
