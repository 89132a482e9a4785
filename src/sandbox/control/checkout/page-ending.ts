import { ORDER_STATUS_TABLE, type OrderStatus } from '../../../protocol/index.js';
import { offeredMethods, type OrderVisit, type SandboxOrderEntity } from '../../orders/index.js';
import { awaitsAuthentication, type OutcomeSource, type PaymentOutcome } from '../../payments/index.js';
import type { Ending } from './endings.js';
import type { PageEnding } from './result-page.view.js';
import { returnUrl } from './return-url.js';

/** The effect of a button on the payment. */
export interface PageChoice {
  readonly outcome: PaymentOutcome;
  readonly source: OutcomeSource;
  /** Payment method code; absent if the shopper chooses. */
  readonly method?: string;
}

/** A button of a closed page. */
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
  // The page is closed, but a transfer to the bank account is still possible.
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

/** How the session of a closed page has ended. `replaced`: the order has another open page. */
export function endingOf(order: SandboxOrderEntity, isReplaced: boolean): PageEnding {
  if (ORDER_STATUS_TABLE[order.status].paid) return 'paid';
  if (isReplaced) return 'replaced';
  if (order.status === 'cancelled' && order.transactionKey === null) return 'unfinished';
  return ENDING_OF_STATUS[order.status] ?? 'replaced';
}

/** A transfer that was started before the page closed still arrives. */
const MAY_BE_LATE: ReadonlySet<PageEnding> = new Set(['expired', 'cancelled', 'unfinished']);

/** The outcomes that a closed page offers: a waiting payment is decided, and an unpaid one may still be paid by a transfer. */
export function closedChoices(order: SandboxOrderEntity, ending: PageEnding): readonly ClosedChoice[] {
  if (order.status === 'uncleared') return DECISIONS;
  const isTransferable = offeredMethods(order).some(({ code }) => code === LATE_METHOD);
  return MAY_BE_LATE.has(ending) && isTransferable ? [LATE] : [];
}

/** Where the shopper goes next: back to the shop, or to the session's page, to try again or to wait. */
export function nextOf({ order, session }: OrderVisit, outcome: PaymentOutcome | null): string {
  switch (outcome) {
    case 'paid':
    // Not decided yet: the money is on its way, and the shop tells the shopper.
    case null:
      return returnUrl(order, 'redirectUrl') ?? session.paymentUrl;
    case 'cancelled':
      return returnUrl(order, 'cancelUrl') ?? session.paymentUrl;
    default:
      // A shop that took the card itself takes the next one, too.
      return (awaitsAuthentication(order) && returnUrl(order, 'cancelUrl')) || session.paymentUrl;
  }
}
