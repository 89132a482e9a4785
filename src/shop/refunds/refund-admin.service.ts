import { Inject, Injectable } from '@nestjs/common';
import { lockRow, type Transactions } from '../../database/engine/index.js';
import { isPaymentError } from '../../protocol/index.js';
import { storableText, type Clock } from '../../support/index.js';
import { PaymentsClient } from '../client/index.js';
import { Decisions, type DecisionKind, type OperatorDecision } from '../decisions/index.js';
import { Ledger, OrderReader } from '../orders/index.js';
import {
  type RefundChanges,
  RefundStateService,
  decidedRefund,
  isShownLive,
  tellsOfRefunds,
  type RefundTrigger,
  type RefundState,
  RefundWatchEntity,
  RefundEntity,
} from '../refund-records/index.js';
import { TerminalGroups, type TerminalGroup, CLOCK, TRANSACTIONS } from '../core/index.js';
import type { RefundVerdict } from './refund-verdict.js';
import { cancelUnknown, notCancellable, notManual, refundUnknown, tooLate } from './refunds.errors.js';

/** The result of a decision: the row after it. */
interface AppliedDecision extends RefundChanges {
  readonly row: RefundEntity;
  readonly isDone: boolean;
}

/** Why a refund in such a state cannot be cancelled. */
const STANDS_IN_THE_WAY: Readonly<Partial<Record<RefundState, string>>> = {
  sending: 'it is being sent at this moment.',
  unknown: 'it is not known yet whether the service has it.',
  manual: 'a person has to say first whether the service has it (payments.refunds.decide).',
  rejected: 'it was refused, so that no money leaves.',
};
const JUST_CHANGED = 'it has just been changed. Ask once more.';
const WITHOUT_ID = 'the service has given no identifier by which it could be told which one is meant.';
const HAS_LEFT = 'the money has left.';
const STILL_THERE = 'the service says so (1034), perhaps because it is being paid out.';
const TOO_LATE_CODE = 'SERVICE_1034';
/** How soon a refund is read whose cancellation is uncertain, in milliseconds. */
const READ_AFTER_MS = 5_000;
const MAX_SERVICE_ID = 64;

/** Actions that people take on one refund by hand. Who and why is recorded first, or together with the action. */
@Injectable()
export class RefundAdminService {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly ledger: Ledger,
    private readonly states: RefundStateService,
    private readonly decisions: Decisions,
    private readonly client: PaymentsClient,
    private readonly reader: OrderReader,
    private readonly groups: TerminalGroups,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Cancels a refund: here while it waits, at the service while the money is still there. */
  async cancel(refund: RefundEntity, operator: OperatorDecision): Promise<RefundEntity> {
    const { row, isDone } = await this.change(refund, operator, {
      states: ['queued'],
      decision: 'cancelled',
      event: CANCELLED,
    });
    if (isDone || row.state === 'cancelled') return row;
    if (row.state === 'settled') throw tooLate(row, HAS_LEFT);
    if (row.state !== 'accepted') throw notCancellable(row, STANDS_IN_THE_WAY[row.state] ?? JUST_CHANGED);
    if (row.serviceRefundId === null) throw notCancellable(row, WITHOUT_ID);
    return this.recall(row, row.serviceRefundId, operator);
  }

  /** Applies a person's verdict on a `manual` refund. */
  async decide(refund: RefundEntity, { verdict, serviceRefundId, ...operator }: RefundVerdict): Promise<RefundEntity> {
    const id = storableText(serviceRefundId?.trim() ?? '', MAX_SERVICE_ID);
    const event: RefundTrigger = { type: 'decided', verdict, ...(id ? { serviceRefundId: id } : {}) };
    const { row, isDone } = await this.change(refund, operator, { states: ['manual'], decision: verdict, event });
    if (!isDone) throw notManual(row);
    return row;
  }

  /**
   * Applies a decision to a refund that is in one of the states; the change and the decision are stored together, or neither
   * is.
   */
  private async change(
    refund: RefundEntity,
    operator: OperatorDecision,
    { states, decision, event }: { states: readonly RefundState[]; decision: DecisionKind; event: RefundTrigger },
  ): Promise<AppliedDecision> {
    const { group, orderId } = refund;
    const { refunds: rules } = await this.groups.resolve(group);
    return this.ledger.applyRefundChanges(
      { group, orderId, source: 'person' },
      async (tx): Promise<AppliedDecision> => {
        const row = await lockRow(tx, RefundEntity, { id: refund.id });
        if (!row) throw refundUnknown(refund.id, group);
        if (!states.includes(row.state)) {
          const isDone = await this.decisions.wasRecorded(tx, decidedRefund(row, decision));
          return { row, isDone, changes: [] };
        }
        const evidence = {
          kind: 'decision' as const,
          outcome: decision,
          text: operator.why,
          startedAt: this.clock.now(),
        };
        const outcome = await this.states.apply(tx, row, { event, evidence, rules });
        if (outcome.kind !== 'done') return { row, isDone: false, changes: [] };
        await this.decisions.record(tx, operator, [decidedRefund(row, decision)]);
        return { ...outcome, isDone: true };
      },
    );
  }

  /**
   * Asks the service to cancel, which may be repeated, and then reads the order: what the read shows of the refund counts. Some
   * orders never show one that came to nothing; then it counts that the service has said that it is cancelled.
   */
  private async recall(row: RefundEntity, refundId: string, operator: OperatorDecision): Promise<RefundEntity> {
    const group = await this.groups.resolve(row.group);
    // Stored before the service is asked: it may cancel while this process ends or a handler fails, and no notification may
    // come.
    await this.readSoon(group, row, operator);
    const failure = await this.ask(group, row, refundId);
    const { seen, isGone } = await this.read(row, refundId);
    if (seen.state === 'cancelled') return seen;
    if (seen.state === 'settled') throw tooLate(seen, HAS_LEFT);
    if (isPaymentError(failure, TOO_LATE_CODE)) throw tooLate(seen, STILL_THERE);
    if (isPaymentError(failure) && failure.execution === 'not-executed') throw failure;
    if (failure === undefined && isGone) return this.withdrawn(group, seen);
    await this.readSoon(group, seen);
    throw cancelUnknown(row, failure);
  }

  /** @returns why it is not known to be cancelled; undefined when the service says that it is */
  private async ask(group: TerminalGroup, { serviceOrderId }: RefundEntity, refundId: string): Promise<unknown> {
    try {
      await this.client.cancelRefund(group, { orderId: serviceOrderId, refundId });
      return undefined;
    } catch (error) {
      return expectFailure(error);
    }
  }

  /** Reads the order as usual. @returns the row after that, and whether the answer shows no money that leaves by it */
  private async read(row: RefundEntity, refundId: string): Promise<{ seen: RefundEntity; isGone: boolean }> {
    let isGone = false;
    try {
      const read = await this.reader.fetch(row, 'refund');
      await this.reader.accept(row, read, { source: 'refund-read' });
      const isWhole = tellsOfRefunds(read.order) && read.order.unreadable.length === 0;
      isGone = isWhole && !isShownLive(read.order, refundId);
    } catch (error) {
      expectFailure(error);
    }
    const seen = await this.transactions.run((tx) => tx.findOneByOrFail(RefundEntity, { id: row.id }));
    return { seen, isGone };
  }

  /** Stores that the service has cancelled it. */
  private withdrawn({ refunds: rules }: TerminalGroup, refund: RefundEntity): Promise<RefundEntity> {
    const { id, group, orderId } = refund;
    const evidence = { kind: 'read', outcome: 'absent', startedAt: this.clock.now() } as const;
    return this.ledger
      .applyRefundChanges({ group, orderId, source: 'person' }, async (tx) => {
        const row = (await lockRow(tx, RefundEntity, { id })) ?? refund;
        return this.states.apply(tx, row, { event: CANCELLED, evidence, rules });
      })
      .then(({ row }) => row);
  }

  /**
   * Also for a refund that was made elsewhere, or was read for the last time: such refunds are not followed.
   *
   * @param operator - who decided, if that is not recorded yet
   */
  private async readSoon(
    { refunds: rules }: TerminalGroup,
    refund: RefundEntity,
    operator?: OperatorDecision,
  ): Promise<void> {
    const { id, group, orderId } = refund;
    await this.ledger.applyRefundChanges({ group, orderId, source: 'person' }, async (tx) => {
      if (operator) await this.decisions.record(tx, operator, [decidedRefund(refund, 'recalled')]);
      const row = await lockRow(tx, RefundEntity, { id });
      if (!row) throw refundUnknown(id, group);
      const outcome = await this.states.apply(tx, row, { event: { type: 'followed' }, rules });
      // Another person may have cancelled it a moment ago: a finished refund is not followed again.
      if (outcome.kind === 'done')
        await tx.update(RefundWatchEntity, { id }, { state: 'pending', dueAt: this.clock.now() + READ_AFTER_MS });
      return outcome;
    });
  }
}

const CANCELLED: RefundTrigger = { type: 'cancelled' };

/** @throws every error that is not the failure of a call */
function expectFailure(error: unknown): unknown {
  if (isPaymentError(error)) return error;
  throw error;
}
