import { ORDER_STATUS_TABLE, type OrderStatus } from '../../../protocol/index.js';
import { offeredMethods, type OrderVisit, type SandboxOrderEntity } from '../../orders/index.js';
import type { OutcomeSource, PaymentOutcome } from '../../payments/index.js';
import type { Ending } from './endings.js';
import type { PageEnding } from './result-page.view.js';
import { returnUrl } from './return-url.js';

/** What a button of the payment page makes of the payment. */
export interface PageChoice {
  readonly outcome: PaymentOutcome;
  readonly source: OutcomeSource;
  /** Payment method code; left out where the shopper chooses. */
  readonly method?: string;
}

/** A way on that a closed page offers. */
export interface ClosedChoice extends Ending {
  readonly choice: PageChoice;
}

const DECISIONS: readonly ClosedChoice[] = [
  {
    outcome: 'accepted',
    what: 'Accept',
    effect: 'The money arrives',
    choice: { outcome: 'accepted', source: 'page' },
  },
  {
    outcome: 'rejected',
    what: 'Decline',
    effect: 'The money does not arrive',
    choice: { outcome: 'rejected', source: 'page' },
  },
];

const LATE_METHOD = 'BANKTRANS';
const LATE: ClosedChoice = {
  outcome: 'late',
  what: 'Transfer now',
  effect: 'The bank transfer arrives late',
  // The page is closed, the bank account is not.
  choice: { outcome: 'paid', source: 'library', method: LATE_METHOD },
};

const ENDING_OF_STATUS: Partial<Record<OrderStatus, PageEnding>> = {
  expired: 'expired',
  cancelled: 'cancelled',
  void: 'cancelled',
  uncleared: 'waiting',
  reserved: 'waiting',
  declined: 'declined',
};

/** How a page that is closed came to its end. `replaced`: the order has another page that is open. */
export function endingOf(order: SandboxOrderEntity, isReplaced: boolean): PageEnding {
  if (ORDER_STATUS_TABLE[order.status].paid) return 'paid';
  if (isReplaced) return 'replaced';
  if (order.status === 'cancelled' && order.transactionKey === null) return 'unfinished';
  return ENDING_OF_STATUS[order.status] ?? 'replaced';
}

/** A transfer that was begun on the page before it closed arrives all the same. */
const MAY_BE_LATE: ReadonlySet<PageEnding> = new Set(['expired', 'cancelled', 'unfinished']);

/** How a payment can go on from a closed page: what waits is decided, what ended unpaid may still be paid by a transfer. */
export function closedChoices(order: SandboxOrderEntity, ending: PageEnding): readonly ClosedChoice[] {
  if (order.status === 'uncleared') return DECISIONS;
  const isTransferable = offeredMethods(order).some(({ code }) => code === LATE_METHOD);
  return MAY_BE_LATE.has(ending) && isTransferable ? [LATE] : [];
}

/** Where the shopper goes: back to the shop, or to the session's page, to try again, to wait, or because no one goes anywhere. */
export function nextOf({ order, session }: OrderVisit, outcome: PaymentOutcome | null): string {
  switch (outcome) {
    case 'paid':
    // Nothing is decided yet: the money is on its way, and the shop says so.
    case null:
      return returnUrl(order, 'redirectUrl') ?? session.paymentUrl;
    case 'cancelled':
      return returnUrl(order, 'cancelUrl') ?? session.paymentUrl;
    default:
      return session.paymentUrl;
  }
}
