import type { OrderStatus } from '../../../protocol/index.js';
import type { SandboxSwitches } from '../../core/index.js';
import type { SandboxOrderEntity } from '../../orders/index.js';
import { isReopened } from '../second-chance/second-chance.js';

/** How a payment ends unpaid. */
const UNPAID: ReadonlySet<OrderStatus> = new Set(['cancelled', 'void', 'expired', 'declined']);

/** What decides whether a page can be paid on. */
export interface PageTime {
  readonly switches: Pick<SandboxSwitches, 'pageAfterEnd'>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Whether the page of an order outlives a payment that has ended unpaid (`pageAfterEnd`): its link has a time of its own, and
 * each try on it is a transaction of its own. A till has no page.
 */
export const isPageKept = (
  { status, terminalId, expiresAt }: Pick<SandboxOrderEntity, 'status' | 'terminalId' | 'expiresAt'>,
  { switches, now }: PageTime,
): boolean => switches.pageAfterEnd === 'open' && UNPAID.has(status) && terminalId === null && now < expiresAt;

/** Whether no one can pay on a page any more although nothing has closed it: its order has ended unpaid, and its time is up. */
export const isPageOver = (
  { status, expiresAt }: Pick<SandboxOrderEntity, 'status' | 'expiresAt'>,
  now: number,
): boolean => UNPAID.has(status) && now >= expiresAt;

/** Whether an order that has ended unpaid can be paid on its page: by the second link, or because the page is kept. */
export const isPayableAgain = (
  order: Pick<SandboxOrderEntity, 'status' | 'terminalId' | 'expiresAt' | 'secondChance' | 'secondChanceAt'>,
  time: PageTime,
): boolean => isReopened(order) || isPageKept(order, time);
