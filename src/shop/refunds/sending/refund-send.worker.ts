import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow, type Transactions } from '../../../database/engine/index.js';
import { waitAtMost, type Clock } from '../../../support/index.js';
import { Ledger } from '../../orders/index.js';
import {
  LONGEST_CALL_MS,
  type RefundChanges,
  RefundStateService,
  RefundLaneEntity,
  RefundEntity,
  withLane,
} from '../../refund-records/index.js';
import { TerminalGroups, type TerminalGroup, messages, CLOCK, TRANSACTIONS, ErrorRedactor } from '../../core/index.js';
import { LeasedRows, NextDue, type RowHandler, type RowSource } from '../../workers/index.js';
import { acceptedAs } from './refund-answer.js';
import { KnownLanes } from './known-lanes.js';
import { heldByClock, putTimes, reachOf } from './lane-clock.js';
import { afterSlot, reservation } from './lane-reservation.js';
import { freeAt, isFree, lanesWithWork, mustWait, nextRefund, metBy } from './lane-queue.js';
import { MOST_UNDER_WAY, RequestsUnderWay } from './requests-under-way.js';
import type { HeldLane, SendSlot } from './send-slot.js';
import { StoredSlots, type NextSlot } from './stored-slots.js';
import { UnstoredAnswers } from './unstored-answers.js';
import { nameOf, RefundSender, type SlotOutcome, type TakenSlot, type Unread } from './refund-sender.js';

/** By how much a lease outlasts the longest call: the margin for a replica that is slow to store the answer. */
const LEASE_MARGIN_MS = 10_000;
/** How long the lane waits for an answer to be stored, in milliseconds. */
const STORED_WITHIN_MS = 1_000;

/**
 * Sends the refunds of each terminal group, one slot after the other, on any number of replicas (design §8). The holder of
 * the lane's lease has the slot: it stores what is sent before the first byte leaves, and the outcome afterwards. A refund
 * that was stored as sent and not answered is never sent again here.
 *
 * Lanes are claimed when the next slot is free and whenever the worker is woken: a request in a transaction of the host is
 * visible as soon as that is committed, and no one waits for a lock.
 */
@Injectable()
export class RefundSendWorker implements RowHandler<SendSlot> {
  /** Slots of lanes, each under the lease of its lane. */
  readonly rows: RowSource<SendSlot>;
  private readonly logger = new Logger('Tillbridge:Refunds');
  private readonly lanes: LeasedRows<RefundLaneEntity>;
  private readonly underWay = new RequestsUnderWay();
  private readonly unstored = new UnstoredAnswers();
  private readonly known: KnownLanes;
  private readonly next: NextDue;

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly groups: TerminalGroups,
    private readonly ledger: Ledger,
    private readonly states: RefundStateService,
    private readonly sender: RefundSender,
    private readonly texts: ErrorRedactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    // A group that is added later may have the longest time limit.
    const longest = groups.mayGrow ? [LONGEST_CALL_MS] : groups.all.map(({ timeoutMs }) => timeoutMs);
    const leaseMs = Math.max(...longest) + LEASE_MARGIN_MS;
    this.lanes = new LeasedRows(transactions, clock, { entity: RefundLaneEntity, leaseMs });
    this.known = new KnownLanes(transactions);
    const next = new NextDue(clock);
    this.next = next;
    this.rows = {
      leaseMs,
      get idleMs() {
        return next.idleMs;
      },
      claim: (limit) => this.claim(limit),
      renew: ({ lane }) => this.lanes.renew(lane),
      release: (slots) => this.lanes.release(slots.map(({ lane }) => lane)),
      // A refund that may have killed a process is no longer being sent, and the lane must continue.
      mayHaveCrashed: () => false,
      // The refund may be on its way: it is read when the lease has run out, not sooner.
      unrecorded: () => undefined,
      recordLate: () => this.unstored.storeAll(),
    };
  }

  get places(): number {
    // At least one: a worker without a place would wait for one to become free.
    return Math.max(1, this.groups.all.length) * MOST_UNDER_WAY;
  }

  /** Sends one refund, and stores the outcome. It is not sent again here, for any outcome. */
  async perform(claimed: SendSlot): Promise<void> {
    const unread = await this.sender.readFirst(claimed);
    if (unread && unread !== 'locked') return this.leave(claimed, unread);
    const stored = new StoredSlots(claimed.refund);
    const slot = unread ? null : await this.transactions.run((tx) => this.begin(tx, { ...claimed, stored }));
    if (slot === null) return this.transactions.run((tx) => this.free(tx, claimed, this.clock.now()));
    const outcome = await this.underWay.during(slot.group.name, () => this.sender.send(slot));
    await this.unstored.store({
      end: () => this.end(claimed, slot, outcome),
      keep: () => this.keep(claimed, slot, outcome),
      failed: (error) =>
        this.logger.error(messages.refundAnswerLost(slot.refund, nameOf(outcome), this.texts.of(error))),
    });
  }

  /** Claims slots that are due, on lanes where a refund may be sent now. */
  private async claim(limit: number): Promise<SendSlot[]> {
    // Without a valid key nothing could leave; each try would only count against its refund.
    const names = this.groups.all.filter((group) => this.groups.hasKey(group)).map(({ name }) => name);
    await this.unstored.storeSome(STORED_WITHIN_MS);
    await this.known.ensure(names);
    if (!(await this.isAnyFree(names))) return [];
    this.next.set(null);
    return this.transactions.run(async (tx) => {
      const lanes = await lanesWithWork(tx, names);
      const now = this.clock.now();
      const slots: SendSlot[] = [];
      for (const lane of lanes.filter((each) => isFree(each, now)).slice(0, limit)) {
        const slot = await this.take(tx, lane);
        if (slot) slots.push(slot);
      }
      return slots;
    });
  }

  /** Whether a lane is free and has a waiting refund. No transaction is opened to find out that there is none. */
  private async isAnyFree(names: readonly string[]): Promise<boolean> {
    const lanes = await this.transactions.read((em) => lanesWithWork(em, names));
    for (const lane of lanes) await this.release(lane);
    return this.next.set(Math.min(Infinity, ...lanes.filter(({ state }) => state === 'pending').map(freeAt)));
  }

  private async release(lane: RefundLaneEntity): Promise<void> {
    const rules = this.groups.find(lane.id)?.refunds;
    const times = rules ? heldByClock(lane, reachOf(rules, LONGEST_CALL_MS + LEASE_MARGIN_MS), this.clock.now()) : null;
    if (times === null) return;
    await this.transactions.run((tx) => putTimes(tx, lane, times));
    this.logger.warn(messages.laneReleased(lane.id));
  }

  private async take(tx: EntityManager, lane: RefundLaneEntity): Promise<SendSlot | null> {
    const group = this.groups.find(lane.id);
    // The group may have been forgotten a moment ago.
    if (!group || !this.sender.admits(group) || this.underWay.of(lane.id) >= MOST_UNDER_WAY) return null;
    const moment = { group, ...metBy(lane), now: this.clock.now() };
    const refund = await nextRefund(tx, moment, (left, why) => this.sender.leave(left, why));
    if (!refund) return null;
    const [taken] = await this.lanes.take(tx, { limit: 1, equal: { id: lane.id } });
    return taken ? { lane: taken, group, refund } : null;
  }

  /** Stores the slot together with the refund as being sent, before the first byte can leave. */
  private async begin(tx: EntityManager, { lane, refund, stored, ...next }: NextSlot): Promise<TakenSlot | null> {
    const group = this.sender.withSlots(next.group);
    const moment = { group, ...metBy(lane), now: this.clock.now() };
    // A pause of its batch changes nothing else of the refund.
    const fresh = await lockRow(tx, RefundEntity, { id: refund.id });
    const earlier = await stored.committed(tx, fresh);
    if (earlier) return earlier;
    if (fresh?.held !== 0 || (await mustWait(tx, refund, moment))) return null;
    const { id, begun } = stored.next(group, this.clock);
    const evidence = { id, kind: 'intent', outcome: 'sending', startedAt: this.clock.now(), text: refund.tag } as const;
    const instruction = { event: { type: 'slot' }, evidence, rules: group.refunds } as const;
    const { kind, row } = await this.states.apply(tx, refund, instruction);
    if (kind !== 'done') return null;
    await this.reserve(tx, lane, group);
    return { group, refund: row, begun };
  }

  /** @throws Error when another process has the lane by now, or it is paused: nothing is sent then */
  private async reserve(tx: EntityManager, lane: RefundLaneEntity, group: TerminalGroup): Promise<void> {
    const mine = { id: lane.id, leaseToken: lane.leaseToken ?? '', state: 'pending' as const };
    const reserved = reservation(group, this.clock.now(), this.lanes.leaseMs);
    const { affected } = await tx.update(RefundLaneEntity, mine, reserved);
    if (affected === 0) throw new Error(messages.laneTaken(lane.id));
  }

  /** Nothing is sent now, and nothing was stored as sent; a refund that another process has changed meanwhile continues there. */
  private async leave({ refund, ...held }: SendSlot, { event, evidence }: Unread): Promise<void> {
    await this.change(held, refund, async (tx) => {
      const known = await withLane(tx, event, refund.group);
      return this.states.apply(tx, refund, { event: known, evidence, rules: held.group.refunds });
    });
  }

  private async end(held: HeldLane, slot: TakenSlot, outcome: SlotOutcome): Promise<void> {
    const { group, refund } = slot;
    if (outcome.event.type === 'withheld') {
      this.logger.warn(messages.refundWithheld(refund, outcome.evidence.text ?? ''));
      return this.transactions.run(async (tx) => {
        await this.states.apply(tx, refund, { ...outcome, rules: group.refunds });
        await this.free(tx, held, this.clock.now());
      });
    }
    await this.change(held, refund, (tx) => this.record(tx, slot, outcome));
  }

  /**
   * Changes a refund together with what follows for its order, and releases the lane in the same transaction; or sooner,
   * where that has to wait: if the host keeps the order locked, no refund of the group would be sent meanwhile.
   */
  private async change(
    held: HeldLane,
    { group, orderId }: RefundEntity,
    act: (tx: EntityManager) => Promise<RefundChanges>,
  ): Promise<void> {
    const endedAt = this.clock.now();
    const stored = this.ledger.applyRefundChanges({ group, orderId, source: 'refund' }, async (tx) => {
      const done = await act(tx);
      await this.free(tx, held, endedAt);
      return done;
    });
    // If it fails, the lane is released together with the change.
    const late = () => this.transactions.run((tx) => this.free(tx, held, endedAt)).catch(() => undefined);
    await waitAtMost(stored, { ms: STORED_WITHIN_MS, late });
    await stored;
  }

  /**
   * Applies an answer to the present state of the refund. "Not sent" and "refused" say nothing about a later request, which
   * may be at the service (scenario R1).
   */
  private async record(
    tx: EntityManager,
    { group, refund }: TakenSlot,
    { event, evidence }: SlotOutcome,
  ): Promise<RefundChanges> {
    const fresh = await tx.findOneByOrFail(RefundEntity, { id: refund.id });
    const isOfAnother = fresh.state === 'sending' && fresh.fence !== refund.fence;
    const known = await withLane(tx, event, group.name);
    if (!isOfAnother || acceptedAs(event))
      return this.states.apply(tx, fresh, { event: known, evidence, rules: group.refunds });
    await this.states.keep(tx, refund, evidence);
    return { changes: [] };
  }

  /** Stores an answer whose effects failed. That the service has the refund is stored in any case: reads may not show it. */
  private async keep(held: HeldLane, slot: TakenSlot, { event, evidence }: SlotOutcome): Promise<void> {
    const has = acceptedAs(event);
    const accepted = has && { event: { ...has, type: 'answered' as const, outcome: 'untold' as const }, evidence };
    await this.change(held, slot.refund, async (tx) => {
      if (accepted) return this.record(tx, slot, accepted);
      await this.states.keep(tx, slot.refund, evidence);
      return { changes: [] };
    });
  }

  /** Writes nothing when the lease of the lane is lost. */
  private async free(tx: EntityManager, { lane, group }: HeldLane, endedAt: number): Promise<void> {
    await this.lanes.end(tx, lane, afterSlot(group, endedAt));
  }
}
