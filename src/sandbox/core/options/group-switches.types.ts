/** Which of a shop's own tags on a refund are returned in `related_transactions` (reliability: tag echo). */
export type RefundTag = 'refund_order_id' | 'var' | 'description';

/**
 * How one terminal group's account behaves where the specification leaves it open, or where an account may have a
 * problem. Set as an option, and changed at any time with {@link Sandbox.adjust}. Amounts in minor units.
 */
export interface SandboxSwitches {
  /** The environment of the key; the sandbox is a test environment, so with `live` every answer is 1032. */
  keyMode: 'test' | 'live';

  /** False: every answer is 1019. */
  siteActive: boolean;

  /** True: every answer is 1020. */
  accountBlocked: boolean;

  /** False: `GET /transactions` is answered with 403, as for a key without the right to list. */
  mayListTransactions: boolean;

  /**
   * What the list's cursors contain, which the specification leaves open: a transaction (`keyset`), so that pages do
   * not shift when others come in; or a number of transactions to skip (`offset`), so that the end of a page is
   * repeated.
   */
  listCursor: 'keyset' | 'offset';

  /** The type of a gift card's payment in the list: like any other, or `coupon`, which is a type of the list (protocol §2.8). */
  listedGiftCards: 'payment' | 'coupon';

  /** Answers every request with this code of spec §7; null: none. */
  error: number | null;

  /** `ok`: refusals have HTTP status 200 and `success` false, as observed in practice (protocol §3.2). */
  errorStatus: 'documented' | 'ok';

  /** True: an order of zero stores a card without charging it (protocol §2.12); false: it is refused with 1001 (spec §8). */
  zeroAuthorisation: boolean;

  /** The balance of the shopper's wallet, for the method `WALLET`: a higher amount is 1017. Null: always enough. */
  walletBalance: number | null;

  /** The balance for refunds in each currency, minor units; earlier refunds in it count against it. Null: always enough. */
  payoutBalance: number | null;

  /** The effect of a low balance on a refund: 1034 at once, declined at midnight, or waiting until there is enough. */
  lowBalance: 'refused' | 'declined' | 'waiting';

  /** Where an earlier refund of an equal amount is searched (spec §8). `off`: nowhere. */
  refundGuard: 'order' | 'site' | 'off';

  /**
   * The time from which the equal amount counts: accepted refunds only, or every request, so that each retry extends
   * the block.
   */
  refundGuardAnchor: 'accepted' | 'requested';

  /** How long it counts, in milliseconds. */
  refundGuardMs: number;

  /** Least time between two refund requests of one website, in milliseconds (spec §8 advises 1,000). 0: none. */
  refundSpacingMs: number;

  /** The tags that are returned; an empty list returns none. */
  refundTags: readonly RefundTag[];

  /** What the answer to a refund contains (protocol §2.6): its ids, or nothing, as for some pay-later methods. */
  refundAnswer: 'ids' | 'empty';

  /** Payment methods whose refunds return no tag, even if {@link SandboxSwitches.refundTags} names one. */
  untaggedMethods: readonly string[];

  /** Whether a `refund_order_id` may be used again; the service's own behaviour is unknown (protocol §9.2). */
  refundOrderIdReuse: 'accepted' | 'refused';

  /** How a cancelled payment is shown, if its method has two forms: the first, mostly void, or the second. */
  cancelledForm: 'first' | 'second';

  /**
   * What becomes of a payment page after a payment on it ended unpaid. `closed`: it takes no further payment. `open`, as the
   * service describes its links: it takes further payments until its own time ends, each one more transaction of the same
   * order. A cancellation by the shop ends it in both cases.
   */
  pageAfterEnd: 'closed' | 'open';

  /**
   * Which of several tries a read of an order shows, which the specification leaves open: the one that has paid it, or always
   * the one begun last, although an earlier one has paid. Each try is notified by itself in both cases.
   */
  shownTry: 'paid' | 'last';

  /** True: American Express is paid out by the merchant's own acquirer, and stays `initialized`. */
  ownAcquirer: boolean;

  /**
   * How an order is shown that the shop reports as shipped while its money is awaited: unchanged, or `shipped`, so that only
   * `financial_status` tells of the money (protocol §4.2).
   */
  heldShipment: 'uncleared' | 'shipped';

  /** A whole chargeback: its own status, `void`, a row alone, or void first without a row, and booked by a second one. */
  chargebackForm: 'status' | 'void' | 'requested' | 'related';

  /**
   * How a pay-later order is shown once all of it was refunded: as `refunded`, or as `void`, and a part of it does not change
   * the status then (protocol §6.2).
   */
  lentRefundForm: 'refunded' | 'void';

  /**
   * Which of `status` and `financial_status` show that money was given back, which differs from one description of the
   * service to another (protocol §4.1): both, or one of them.
   */
  refundStatusIn: 'both' | 'status' | 'financial_status';

  /** When `amount_refunded` and `status` show a refund (protocol §6.3): when it is accepted, or when it is paid out. */
  amountRefundedAt: 'acceptance' | 'completion';

  /**
   * Which refunds are in `related_transactions`: all, all except those that ended unpaid, or none. With `costs`, they are a
   * row of `costs` only, and neither the status nor `amount_refunded` shows them: so one published order has its refund.
   */
  listedRefunds: 'all' | 'standing' | 'none' | 'costs';

  /** Whether the row of a captured part, and that of a release, has its `order_id` and `type`, which are missing in old samples (protocol §5.8). */
  captureRows: 'named' | 'unnamed';

  /**
   * Whether a read tells the address of the open payment page (protocol §2.2). Published reads of orders that were begun have
   * none: with the answer to the creation, the page is lost.
   */
  readPage: 'shown' | 'hidden';

  /**
   * Whether the bank of a card asks the shopper on a page of its own (3-D Secure) before a direct order is charged. A stored card
   * is never asked about.
   */
  cardAuthentication: 'never' | 'always';

  /** How a released reservation is shown (protocol §2.4): as void, or only by a related transaction and `capture_remain`. */
  releaseForm: 'status' | 'related';
}
