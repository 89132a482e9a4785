/** Every state of a refund. */
export const REFUND_STATES = [
  'queued',
  'sending',
  'accepted',
  'settled',
  'rejected',
  'unknown',
  'manual',
  'cancelled',
] as const;

/**
 * The state of a refund.
 * - `queued`: waits for a slot of its lane; `sending`: stored as sent before the first byte can leave.
 * - `accepted`: the service has it, the money is still there; `settled`: the money has left.
 * - `rejected`: certainly not carried out, or taken back by the bank; `cancelled`: cancelled before the money left.
 * - `unknown`: it is unknown whether the service has it; only an answer, a read or a person ends that.
 * - `manual`: waits for a person.
 */
export type RefundState = (typeof REFUND_STATES)[number];

/** States from which a refund may be sent, now or again. */
export const UNSENT_STATES: ReadonlySet<RefundState> = new Set(['queued', 'sending', 'unknown', 'manual']);
/** The service has booked these, and counts them. */
export const BOOKED_STATES: ReadonlySet<RefundState> = new Set(['accepted', 'settled']);
/** Of these no money leaves. */
export const UNPAID_STATES: ReadonlySet<RefundState> = new Set(['rejected', 'cancelled']);

/** The service's status of a refund that it has (protocol §5.8, §6.3). */
export type SeenStatus = 'reserved' | 'completed' | 'declined' | 'void';

/** Everything that decisions about one refund depend on. Times in epoch milliseconds; null means never. */
export interface RefundFacts {
  readonly state: RefundState;
  /** Requests that the service may have carried out. */
  readonly attempts: number;
  /** When the last of them was begun. */
  readonly lastSentAt: number | null;
  /**
   * The latest instant at which the last request can have been accepted: the time of its answer, of the report that showed
   * it, or the end of its quiet time. Null while it is open, so that no equal amount of the same order may be sent.
   */
  readonly arrivedBy: number | null;
  /** When it may be sent at the earliest, while queued; 0 is at once. */
  readonly notBefore: number;
  /** Requests in a row that failed without a trace at the service. */
  readonly failures: number;
  /** Refusals in a row that this refund itself caused. */
  readonly refusals: number;
  /**
   * When it was last refused for a reason that may be the account's: while the account is refused, others go first. Null once
   * decided.
   */
  readonly refusedAt: number | null;
  /** Requests that met an outage, and were proved to be without effect. Part of `attempts`. */
  readonly outages: number;
  /** Reads since it became unknown, accepted or manual. */
  readonly reads: number;
  /** When the order is read next. */
  readonly nextReadAt: number | null;
  /** Reads that proved its absence: begun after the quiet time and far enough apart. */
  readonly cleanReads: number;
  /** When the last of those was begun. */
  readonly lastCleanReadAt: number | null;
  readonly unknownSince: number | null;
  /** The service's identifier of the refund. */
  readonly serviceRefundId: string | null;
  /** Why it is rejected, unknown or manual: a code of the error tables, or one of {@link RefundReason}. */
  readonly reason: string | null;
}

/** A refund that has just been requested. */
export const NEW_REFUND: RefundFacts = {
  state: 'queued',
  attempts: 0,
  lastSentAt: null,
  arrivedBy: null,
  notBefore: 0,
  failures: 0,
  refusals: 0,
  refusedAt: null,
  outages: 0,
  reads: 0,
  nextReadAt: null,
  cleanReads: 0,
  lastCleanReadAt: null,
  unknownSince: null,
  serviceRefundId: null,
  reason: null,
};

/**
 * The module's own reasons.
 * - `lost`: its worker ended while it was sent. `exhausted`: proved absent as often as it may be sent.
 * - `unresolved`: nothing conclusive for too long. `unsettled`: accepted, and never seen to be paid out.
 * - `declined`: accepted at first, then refused. `void`: cancelled at the service. `cancelled`: cancelled here.
 * - `twice`: two own refunds, where one was requested. `other-amount`: an own refund with another amount.
 * - `ambiguous`: refunds that may be own or external.
 * - `revived`: seen at the service after all, when it had been given up. `unsent`: seen, though it was never sent.
 * - `failing`: no request reaches the service, or the service fails whenever this is sent. `refused`: for its own fault, as
 *   often as it is tried. `decided`: by a person.
 * - `untold`: the service has accepted it, and the shop's own handlers failed with it.
 * - `low-balance`: the service refuses those of other orders as well, and none was accepted since it was sent.
 */
export type RefundReason =
  | 'lost'
  | 'exhausted'
  | 'unresolved'
  | 'unsettled'
  | 'declined'
  | 'void'
  | 'cancelled'
  | ConflictReason
  | 'revived'
  | 'unsent'
  | 'failing'
  | 'refused'
  | 'untold'
  | 'low-balance'
  | 'decided';

/** The code with which the service refuses a refund for one of five reasons, and does not say which (protocol §6.1). */
export const UNCLEAR_REFUSAL = 'SERVICE_1034';
/** The codes with which it refuses refunds while the account pays nothing out, which do not say so for certain (spec §7). */
export const BALANCE_REFUSALS: ReadonlySet<string | null> = new Set([UNCLEAR_REFUSAL, 'SERVICE_1017']);

/** Why a person must decide whether refunds at the service are this one or others. */
export type ConflictReason = 'twice' | 'other-amount' | 'ambiguous';

/** What a read of the order's related transactions shows of one refund. */
export type ReadEvidence =
  | { readonly kind: 'found'; readonly serviceRefundId: string | null; readonly status: SeenStatus }
  | { readonly kind: 'absent' }
  | { readonly kind: 'conflict'; readonly why: ConflictReason }
  | { readonly kind: 'failed'; readonly code: string };

/** How a request ended, as far as is known (spec §7). */
export type RefundAnswer =
  | { readonly outcome: 'accepted'; readonly serviceRefundId: string | null }
  /** Accepted too, but its effects failed: it must be found again, and never sent. */
  | { readonly outcome: 'untold'; readonly serviceRefundId: string | null }
  /**
   * `retryable`: settings are wrong, so the refund is certainly not carried out and can be sent again. `isOwn`: settings of
   * this refund, such as its currency; otherwise those of the account, which every other request would meet, too.
   */
  | { readonly outcome: 'rejected'; readonly code: string; readonly retryable: boolean; readonly isOwn?: boolean }
  | { readonly outcome: 'not-sent'; readonly code: string }
  | { readonly outcome: 'unknown'; readonly code: string; readonly retryAfterMs: number | null };

/** What happens to a refund: the input of its state machine. Not to be confused with the event that its handlers get. */
export type RefundTrigger =
  /** Its lane gives it a slot; stored before the first byte leaves. */
  | { readonly type: 'slot' }
  /**
   * Its order had to be read before it is sent, and the read failed: it gets no slot. `isOfAccount`: the service refuses
   * the account. `laneRefusals` as in an answer.
   */
  | { readonly type: 'unread'; readonly code: string; readonly isOfAccount: boolean; readonly laneRefusals?: number }
  /** The last check before sending failed; no byte has left. */
  | { readonly type: 'withheld' }
  /**
   * `laneRefusals`: how often in a row the account was refused on its lane before; 0 when left out. `isBalanceLow`: because
   * it pays nothing out, as it seems.
   */
  | ({ readonly type: 'answered'; readonly laneRefusals?: number; readonly isBalanceLow?: boolean } & RefundAnswer)
  /** Refused, and then another refund was accepted on its lane: the account is in order, so this refund is at fault. */
  | { readonly type: 'blamed' }
  /** A person resumes its lane: the cause of its refusal counts as corrected. */
  | { readonly type: 'resumed' }
  /** Its money left by another way while it waited, so that the service would refuse it. */
  | { readonly type: 'uncovered' }
  /** The worker that was sending it is gone. */
  | { readonly type: 'lost' }
  /**
   * The order was read from the API; `startedAt` is when the read was begun. `others`: refunds of other orders are refused
   * alike, and since this one was sent none was accepted (`refused`) or some were (`mixed`); absent when there are none.
   * `laneRefusals` as in an answer.
   */
  | {
      readonly type: 'read';
      readonly startedAt: number;
      readonly evidence: ReadEvidence;
      readonly others?: 'refused' | 'mixed';
      readonly laneRefusals?: number;
    }
  /** A refund with its tag or its identifier was seen in any observation, at `at`. */
  | {
      readonly type: 'reported';
      readonly status: SeenStatus;
      readonly serviceRefundId: string | null;
      readonly at: number;
    }
  /** Cancelled by a person while queued; or by the service, which confirmed it, while accepted. */
  | { readonly type: 'cancelled' }
  /** It is read from now on: the service was asked to cancel it, and may; or it was taken for another's until now. */
  | { readonly type: 'followed' }
  | { readonly type: 'decided'; readonly verdict: 'paid' | 'not-paid'; readonly serviceRefundId?: string };

/** What follows from a step, in the transaction that stores its facts. */
export type RefundCommand =
  /** The shop's handlers are called. `settled` never comes without `accepted` before it. */
  | { readonly type: 'notify'; readonly kind: 'accepted' | 'settled' | 'rejected' | 'manual' }
  /** A person is alerted, apart from the handlers. */
  | { readonly type: 'alert'; readonly reason: string }
  /** Nothing more is sent on the lane for so many milliseconds; `refusals`: of the account, in a row, by now. */
  | { readonly type: 'pause-lane'; readonly forMs: number; readonly reason: string; readonly refusals?: number }
  /** The account is in order again: the pause ends, and refunds that were refused meanwhile get the event `blamed`. */
  | { readonly type: 'clear-lane' };

/** The result of an event: new facts, or why nothing changes. */
export type RefundStep =
  | { readonly facts: RefundFacts; readonly commands: readonly RefundCommand[] }
  | { readonly ignored: string };
