/**
 * Where a refund stands.
 * - `queued`: waits for a slot of its lane; `sending`: written down as sent before the first byte can leave.
 * - `accepted`: the service has it, the money is still there; `settled`: the money has left.
 * - `rejected`: surely not carried out, or taken back by the bank; `cancelled`: cancelled before the money left.
 * - `unknown`: nobody knows whether the service has it; only an answer, a read or a person ends that.
 * - `manual`: waits for a person.
 */
export type RefundState =
  | 'queued'
  | 'sending'
  | 'accepted'
  | 'settled'
  | 'rejected'
  | 'unknown'
  | 'manual'
  | 'cancelled';

/** Every state of a refund. */
export const REFUND_STATES: readonly RefundState[] = [
  'queued',
  'sending',
  'accepted',
  'settled',
  'rejected',
  'unknown',
  'manual',
  'cancelled',
];

/** States from which a refund may be sent, now or once more. */
export const UNSENT_STATES: ReadonlySet<RefundState> = new Set(['queued', 'sending', 'unknown', 'manual']);

/** What the service says of a refund it has (protocol §5.8, §6.3). */
export type SeenStatus = 'reserved' | 'completed' | 'declined' | 'void';

/** Everything that decisions about one refund are made on. Times in epoch milliseconds; null means never. */
export interface RefundFacts {
  readonly state: RefundState;
  /** Sendings that the service may have carried out. */
  readonly attempts: number;
  /** When the last of them was begun. */
  readonly lastSentAt: number | null;
  /**
   * The latest instant at which the last sending can have been accepted: that of its answer, of what showed it, or the
   * end of its quiet time. Null while it is open, so that no equal amount of the same order may be sent.
   */
  readonly arrivedBy: number | null;
  /** When it may be sent at the earliest, while queued; 0 is at once. */
  readonly notBefore: number;
  /** Sendings in a row that came to nothing without a trace at the service. */
  readonly failures: number;
  /** Refusals in a row that were its own fault. */
  readonly refusals: number;
  /** When it was last refused for what may be the fault of the account: while that is refused, others go first. Null once it is decided. */
  readonly refusedAt: number | null;
  /** Sendings that met a service out of order, and were proved to have come to nothing. Part of `attempts`. */
  readonly outages: number;
  /** Reads since it became unknown, accepted or manual. */
  readonly reads: number;
  /** When the order is to be read next. */
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

/** A refund that has just been asked for. */
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
 * Reasons of our own.
 * - `lost`: its worker ended while it was sent. `exhausted`: proved absent as often as it may be sent.
 * - `unresolved`: nothing conclusive for too long. `unsettled`: accepted, and never seen to be paid out.
 * - `declined`: accepted at first, then refused. `void`: cancelled at the service. `cancelled`: cancelled here.
 * - `twice`: two refunds of ours, where one was asked for. `other-amount`: ours, over another amount.
 * - `ambiguous`: refunds that may be ours or somebody else's.
 * - `revived`: seen at the service after all, when it had been given up. `unsent`: seen, though it was never sent.
 * - `failing`: nothing gets through to the service, or it is out of order whenever this is sent. `refused`: for its own fault, as often as it is tried. `decided`: as a person said.
 * - `untold`: the service has accepted it, and the shop's own handlers could not take the news.
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
  | 'decided';

/** Why what the service shows cannot be put down to this refund, nor to others, without a person. */
export type ConflictReason = 'twice' | 'other-amount' | 'ambiguous';

/** What a look at the order's related transactions says of one refund. */
export type ReadEvidence =
  | { readonly kind: 'found'; readonly serviceRefundId: string | null; readonly status: SeenStatus }
  | { readonly kind: 'absent' }
  | { readonly kind: 'conflict'; readonly why: ConflictReason }
  | { readonly kind: 'failed'; readonly code: string };

/** How a sending ended, as far as one knows (spec §7). */
export type RefundAnswer =
  | { readonly outcome: 'accepted'; readonly serviceRefundId: string | null }
  /** Accepted too, but what follows from that could not be carried out: it is to be found once more, and never sent. */
  | { readonly outcome: 'untold'; readonly serviceRefundId: string | null }
  /**
   * `retryable`: settings are wrong, so the refund is surely not carried out and can be sent again. `isOwn`: those that
   * concern this refund, such as its currency; else those of the account, which whatever else is sent would meet too.
   */
  | { readonly outcome: 'rejected'; readonly code: string; readonly retryable: boolean; readonly isOwn?: boolean }
  | { readonly outcome: 'not-sent'; readonly code: string }
  | { readonly outcome: 'unknown'; readonly code: string; readonly retryAfterMs: number | null };

/** What happens to a refund. */
export type RefundEvent =
  /** Its lane gives it a slot; to be written down before the first byte leaves. */
  | { readonly type: 'slot' }
  /**
   * Its order had to be read before it is sent, and could not be: it gets no slot. `isOfAccount`: the service refuses the
   * account. `laneRefusals` as in an answer.
   */
  | { readonly type: 'unread'; readonly code: string; readonly isOfAccount: boolean; readonly laneRefusals?: number }
  /** The check at the last instant failed; no byte has left. */
  | { readonly type: 'withheld' }
  /** `laneRefusals`: how often in a row the account was refused on its lane before; 0 when it is left out. */
  | ({ readonly type: 'answered'; readonly laneRefusals?: number } & RefundAnswer)
  /** Refused, and then another one was accepted on its lane: the account is in order, the fault its own. */
  | { readonly type: 'blamed' }
  /** A person lets its lane go on: what it was refused for counts as mended. */
  | { readonly type: 'resumed' }
  /** While it waited its money left by another way, so that the service would refuse it. */
  | { readonly type: 'uncovered' }
  /** The worker that was sending it is gone. */
  | { readonly type: 'lost' }
  /** The order was read from the API; `startedAt` is when the read was begun. */
  | { readonly type: 'read'; readonly startedAt: number; readonly evidence: ReadEvidence }
  /** A refund with its tag or its identifier was seen in any observation, at `at`. */
  | {
      readonly type: 'reported';
      readonly status: SeenStatus;
      readonly serviceRefundId: string | null;
      readonly at: number;
    }
  /** Cancelled by a person while queued, or by the service, which confirmed it, while accepted. */
  | { readonly type: 'cancelled' }
  /** The service was asked to cancel it, and no one knows whether it did, or will. */
  | { readonly type: 'recalled' }
  | { readonly type: 'decided'; readonly verdict: 'paid' | 'not-paid'; readonly serviceRefundId?: string };

/** What is to be done about a step, in the transaction that keeps its facts. */
export type RefundCommand =
  /** Handlers of the shop are told. `settled` never comes without `accepted` before it. */
  | { readonly type: 'notify'; readonly kind: 'accepted' | 'settled' | 'rejected' | 'manual' }
  /** A person is told, apart from the handlers. */
  | { readonly type: 'alert'; readonly reason: string }
  /** Nothing more is sent on the lane for so many milliseconds; `refusals`: of the account, in a row, by now. */
  | { readonly type: 'pause-lane'; readonly forMs: number; readonly reason: string; readonly refusals?: number }
  /** The account is in order again: the pause is over, and those that were refused in it are to be `blamed`. */
  | { readonly type: 'clear-lane' };

/** What comes of an event: new facts, or why nothing changes. */
export type RefundStep =
  | { readonly facts: RefundFacts; readonly commands: readonly RefundCommand[] }
  | { readonly ignored: string };
