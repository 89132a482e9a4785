import { Inject, Injectable, Logger } from '@nestjs/common';
import { isPaymentError, refundRequest, type Order } from '../../../protocol/index.js';
import type { Clock, Stopwatch } from '../../../support/index.js';
import { isUnknownThere, notAnOrder, ServiceCaller, type CallOutcome } from '../../client/index.js';
import {
  type TerminalGroup,
  CLOCK,
  ErrorRedactor,
  messages,
  ThrottledLogger,
  withWideSlots,
} from '../../core/index.js';
import { acceptedAs, answerOf } from './refund-answer.js';
import { OrderReader } from '../../orders/index.js';
import {
  isReadFirst,
  seenStatus,
  tellsOfRefunds,
  type RefundEvidence,
  type RefundTrigger,
  type RefundEntity,
} from '../../refund-records/index.js';
import type { ReasonLeft } from './lane-queue.js';
import { LockedRefunds } from './locked-refunds.js';
import { toRefundInput } from './refund-sending.js';
import type { SendSlot } from './send-slot.js';

/** The outcome of a slot: the event, and its evidence. */
export interface SlotOutcome {
  readonly event: Extract<RefundTrigger, { type: 'answered' | 'withheld' }>;
  readonly evidence: RefundEvidence;
}

/** Why there is no slot: the order could not be read, or the service has the refund already. */
export interface Unread {
  readonly event: Extract<RefundTrigger, { type: 'unread' | 'read' }>;
  readonly evidence: RefundEvidence;
}

/** A refund that was stored as being sent. */
export interface TakenSlot {
  readonly group: TerminalGroup;
  readonly refund: RefundEntity;
  /** Runs since its slot began. */
  readonly begun: Stopwatch;
}

/** The code for a request that cannot be built: a repeat would not change it. */
const INVALID = 'REFUND_INVALID';
const FIRST_GUESS_MS = 300;
/** The weight of the newest answer. */
const WEIGHT = 0.2;

/**
 * Sends refunds: once each, on a fresh connection, without redirects or repeats, and with the tag by which they are found
 * again (design §8).
 */
@Injectable()
export class RefundSender {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Refunds'));
  private readonly locked = new LockedRefunds();
  private readonly roundTrips = new Map<string, number>();
  private readonly readTimes = new Map<string, number>();
  private readonly slotAges = new Map<string, number>();

  constructor(
    private readonly caller: ServiceCaller,
    private readonly reader: OrderReader,
    private readonly texts: ErrorRedactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Logs a refund that is left out, while others are sent; not for a lock of a moment. */
  leave(refund: RefundEntity, why: ReasonLeft): void {
    if (why === 'locked' && !this.locked.isLong(refund.id, this.clock.now())) return;
    this.logger.warn(messages.refundLeft(refund, why), `${why}, ${refund.group}`);
  }

  /** Whether a refund would be sent now, rather than held back in this process. */
  admits(group: TerminalGroup): boolean {
    return this.caller.admits(group, 'refund');
  }

  /** How long a refund has lately taken from the read of its order to its answer, in milliseconds. */
  roundTripMs(group: string): number {
    return Math.round((this.roundTrips.get(group) ?? FIRST_GUESS_MS) + (this.readTimes.get(group) ?? 0));
  }

  /** The group with slots as wide as the database needs them. */
  withSlots(group: TerminalGroup): TerminalGroup {
    return { ...group, refunds: withWideSlots(group.refunds, this.slotAges.get(group.name) ?? 0) };
  }

  /** Sends a stored refund, unless too much time has passed since. A network failure does not throw. */
  async send(slot: TakenSlot): Promise<SlotOutcome> {
    const { group, refund, begun } = slot;
    const built = refundRequest(refund.serviceOrderId, toRefundInput(refund));
    if (!built.ok) return this.invalid(built.faults);
    const { sendWithinMs } = group.refunds;
    const age = { ms: 0 };
    // A process that was held up for longer has lost its slot: others rely on what was sent, and when.
    const isTimely = (): boolean => {
      age.ms = begun.elapsedMs;
      return age.ms < sendWithinMs;
    };
    const context = { orderId: refund.orderId, priority: 'refund' as const, isTimely };
    const outcome = await this.caller.attempt(group, built.request, context);
    if (age.ms > 0) average(this.slotAges, group.name, age.ms);
    if (age.ms >= sendWithinMs) return this.withheld(Math.ceil(age.ms));
    if (outcome.phase === 'answer') average(this.roundTrips, group.name, outcome.durationMs);
    const event = { type: 'answered' as const, ...answerOf(outcome, group.refunds) };
    // The service's id of the refund: if the refund's row never gets it, a person finds it here.
    return { event, evidence: { text: acceptedAs(event)?.serviceRefundId ?? null, ...this.evidenceOf(outcome) } };
  }

  /**
   * Reads the order of a refund: one that exists already is found and not sent.
   *
   * @returns why there is no slot when the order could not be read, or the refund exists; `locked` when another transaction
   *   has locked the order by now, so that the read could not be stored; null where it may be sent
   */
  async readFirst(slot: SendSlot): Promise<Unread | 'locked' | null> {
    const { lane, group, refund } = slot;
    const sent = refund.cleanReads > 0 ? await this.findSent(slot) : null;
    if (sent) return sent;
    const tagsEchoed = lane.tagsEchoed === null ? null : lane.tagsEchoed === 1;
    if (!isReadFirst(refund, { rules: group.refunds, tagsEchoed, now: this.clock.now() })) return null;
    const begun = performance.now();
    try {
      const read = await this.reader.fetch(refund, 'refund');
      average(this.readTimes, group.name, performance.now() - begun);
      if (!tellsOfRefunds(read.order)) throw notAnOrder(group.name, refund.orderId);
      const { kind } = await this.reader.accept(refund, read, { source: 'refund-read', leaveLocked: true });
      return kind === 'locked' ? kind : null;
    } catch (error) {
      return isUnknownThere(error) ? null : this.unread(error);
    }
  }

  /**
   * Looks for a refund under its own id, before it is sent once more: its order may show it only once it is paid out, or in a
   * place that is not known. That nothing is there proves nothing: the service may not keep the id.
   */
  private async findSent({ group, refund }: SendSlot): Promise<Unread | null> {
    const startedAt = this.clock.now();
    try {
      const { order } = await this.reader.fetch({ group: group.name, serviceOrderId: refund.tag }, 'refund');
      if (order.order_id === null) return null;
      const evidence = readAs(order, refund);
      const facts =
        evidence.kind === 'found' ? { outcome: evidence.status } : { outcome: evidence.kind, code: evidence.why };
      return {
        event: { type: 'read', startedAt, evidence },
        evidence: { kind: 'read', startedAt, ...facts, text: 'by its own id' },
      };
    } catch (error) {
      return isUnknownThere(error) ? null : this.unread(error);
    }
  }

  /** Nothing was sent; the account may be the cause. */
  private unread(error: unknown): Unread {
    const code = isPaymentError(error) ? error.code : 'UNEXPECTED';
    // A key that ended meanwhile is no refusal of the account: the lane would pause, and the refund take the blame for it.
    const isOfAccount = isPaymentError(error) && error.kind === 'configuration' && error.code !== 'KEY_EXPIRED';
    const evidence = { kind: 'read', startedAt: this.clock.now(), outcome: 'failed' } as const;
    return {
      event: { type: 'unread', code, isOfAccount },
      evidence: { ...evidence, code, text: this.texts.of(error) },
    };
  }

  private withheld(lateMs: number): SlotOutcome {
    const text = `its slot was ${lateMs} ms old before the first byte could leave`;
    return { event: { type: 'withheld' }, evidence: { ...this.unsent(), outcome: 'withheld', text } };
  }

  private invalid(faults: readonly { readonly path: string; readonly message: string }[]): SlotOutcome {
    const text = faults.map(({ path, message }) => `${path} ${message}`).join('; ');
    const event = { type: 'answered', outcome: 'rejected', code: INVALID, retryable: false } as const;
    return { event, evidence: { ...this.unsent(), outcome: 'rejected', code: INVALID, text } };
  }

  private unsent() {
    return { kind: 'answer', startedAt: this.clock.now(), phase: 'queue' } as const;
  }

  private evidenceOf(outcome: CallOutcome): RefundEvidence {
    const { kind, phase, httpStatus, startedAt, durationMs } = outcome;
    const facts = { kind: 'answer' as const, outcome: kind, phase, httpStatus, startedAt, durationMs };
    if (outcome.kind === 'accepted') return facts;
    return { ...facts, code: outcome.error.code, text: this.texts.of(outcome.error) };
  }
}

/** What an order under the id of a refund proves of it. */
const readAs = (order: Order, { amount }: Pick<RefundEntity, 'amount'>) =>
  order.amount === null || order.amount === amount
    ? ({ kind: 'found', serviceRefundId: order.transaction_id, status: seenStatus(order) } as const)
    : ({ kind: 'conflict', why: 'other-amount' } as const);

function average(known: Map<string, number>, group: string, durationMs: number): void {
  const before = known.get(group) ?? durationMs;
  known.set(group, before + WEIGHT * (durationMs - before));
}

/** An answer as the log names it, in case it is stored nowhere else. */
export const nameOf = ({ event, evidence: { outcome } }: SlotOutcome): string =>
  [outcome, acceptedAs(event)?.serviceRefundId].filter(Boolean).join(', the service calls it ');
