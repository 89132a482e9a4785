/** Which of a shop's own marks on a refund are given back in `related_transactions` (reliability: tag echo). */
export type RefundTag = 'refund_order_id' | 'var' | 'description';

/**
 * How one terminal group's account behaves where the specification leaves it open, or where an account can be in
 * trouble. Given as option, and changed at any time with {@link Sandbox.adjust}. Amounts in minor units.
 */
export interface SandboxSwitches {
  /** The environment that the key belongs to; the sandbox is a test environment, so `live` makes every answer 1032. */
  keyMode: 'test' | 'live';

  /** False: every answer is 1019. */
  siteActive: boolean;

  /** True: every answer is 1020. */
  accountBlocked: boolean;

  /** False: `GET /transactions` is answered with 403, as for a key without the right to list. */
  mayListTransactions: boolean;

  /**
   * What the list's cursors stand for, which the specification leaves open: a transaction (`keyset`), so that nothing
   * moves when others come in; or a number of transactions to skip (`offset`), so that the end of a page comes again.
   */
  listCursor: 'keyset' | 'offset';

  /** Answers every request with this code of spec §7; null: none. */
  error: number | null;

  /** `ok`: refusals come with HTTP status 200 and `success` false, as is seen in practice (protocol §3.2). */
  errorStatus: 'documented' | 'ok';

  /** True: an order may ask for nothing, and stores a card without charging it (protocol §2.12); false: that is 1001 (spec §8). */
  zeroAuthorisation: boolean;

  /** What the shopper's wallet holds, for the method `WALLET`: more is 1017. Null: enough. */
  walletBalance: number | null;

  /** What refunds can be paid out of; those made so far count against it. Null: enough. */
  payoutBalance: number | null;

  /** What too low a balance means for a refund: 1034 at once, declined at midnight, or waiting until it is topped up. */
  lowBalance: 'refused' | 'declined' | 'waiting';

  /** Where a second refund of an equal amount is looked for (spec §8). `off`: nowhere. */
  refundGuard: 'order' | 'site' | 'off';

  /** Since when the equal amount counts: accepted refunds only, or every request, so that each retry extends the block. */
  refundGuardAnchor: 'accepted' | 'requested';

  /** How long it counts, in milliseconds. */
  refundGuardMs: number;

  /** Least time between two refund requests of one website, in milliseconds (spec §8 advises 1,000). 0: none. */
  refundSpacingMs: number;

  /** The marks that are given back; the empty list gives none. */
  refundTags: readonly RefundTag[];

  /** Payment methods of which no refund gives a mark back, whatever {@link SandboxSwitches.refundTags} says. */
  untaggedMethods: readonly string[];

  /** Whether a `refund_order_id` may be used for another refund; the service's own habit is unknown (protocol §9.2). */
  refundOrderIdReuse: 'accepted' | 'refused';

  /** How a payment that the shopper cancels is shown, where its method does it in two ways: the first, mostly void, or the second. */
  cancelledForm: 'first' | 'second';

  /**
   * What becomes of a payment page when a payment on it has ended unpaid: no one can pay on it any more (`closed`); or,
   * as the service's links are described, it can be paid on until its own time is up (`open`), by one more transaction of
   * the same order. A cancellation by the shop ends it either way.
   */
  pageAfterEnd: 'closed' | 'open';

  /** True: American Express is paid out by an acquirer of the merchant's own, and stays `initialized` for good. */
  ownAcquirer: boolean;

  /** How a chargeback over the whole amount is shown: as a status of its own, as `void`, or by a related transaction alone. */
  chargebackForm: 'status' | 'void' | 'related';

  /** When `amount_refunded` and `status` show a refund (protocol §6.3): once it is accepted, or once it is paid out. */
  amountRefundedAt: 'acceptance' | 'completion';

  /** Which refunds stand in `related_transactions`: all of them, those that came to nothing no more, or none at all. */
  listedRefunds: 'all' | 'standing' | 'none';

  /** Whether the row of a captured part gives its `order_id`, which old samples leave out (protocol §5.8). */
  captureRows: 'named' | 'unnamed';

  /** How a reservation that was let go of is shown (protocol §2.4): as void, or by a related transaction and `capture_remain` alone. */
  releaseForm: 'status' | 'related';
}
