import { Inject, Injectable, Logger } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { Transactions } from '../../../database/engine/index.js';
import { SingleFlight, storableText, type Clock } from '../../../support/index.js';
import {
  checkedDecision,
  DECISION_WIDTH,
  Decisions,
  type DecisionKind,
  type OperatorDecision,
} from '../../decisions/index.js';
import { type TerminalGroup, TerminalGroups, messages, CLOCK, TRANSACTIONS } from '../../core/index.js';
import { type GuardScope, RefundStateService, RefundLaneEntity, RefundEntity } from '../../refund-records/index.js';
import { planLane, type QueuedRefund } from './lane-plan.js';
import { addLanes, laneQueue, metBy } from './lane-queue.js';
import { RefundSender } from './refund-sender.js';

/**
 * The state of a lane.
 * - `idle`: nothing waits. `waiting`: a refund waits to be sent. `sending`: an answer is awaited.
 * - `resting`: nothing is sent until {@link RefundLane.pausedUntil}; then it continues by itself. `paused`: until a person
 *   resumes it.
 */
export type RefundLaneState = 'idle' | 'waiting' | 'sending' | 'resting' | 'paused';

/** The lane of one terminal group, which sends its refunds. Times in epoch milliseconds (UTC). */
export interface RefundLane {
  readonly group: string;
  readonly state: RefundLaneState;
  /** No refund is sent before. */
  readonly nextSlotAt: number;
  /** Until when it rests; null when it does not. */
  readonly pausedUntil: number | null;
  /** Why it rests or is paused: a code of the error tables, or a person's text. */
  readonly pauseReason: string | null;
  /** Who paused it. */
  readonly pausedBy: string | null;
  /** Where the service compares equal amounts, as far as is known. */
  readonly guardScope: GuardScope;
  /** Refunds that wait to be sent, including those of paused batches. */
  readonly queued: number;
  /** Refunds of which it is unknown whether the service has them. */
  readonly unknown: number;
  /** Refunds that wait for a person. */
  readonly manual: number;
}

/** Who makes a decision, and why; the lane shows the first 200 characters of `why`. */
export type LaneDecision = OperatorDecision;

const WIDTHS = { by: DECISION_WIDTH.by, why: 200 } as const;
const COUNTED = ['queued', 'sending', 'unknown', 'manual'] as const;

/** Refunds of a lane by state. */
export type LaneCounts = Readonly<Record<(typeof COUNTED)[number], number>>;

/** The refunds that a lane plans to send, and when. */
interface LaneForecast {
  /** Epoch milliseconds by refund id, in the order of sending. */
  readonly plannedAt: ReadonlyMap<string, number>;
  readonly queued: readonly QueuedRefund[];
}

/** Shows, pauses and resumes lanes. */
@Injectable()
export class RefundLanesService {
  private readonly logger = new Logger('Tillbridge:Refunds');
  private readonly reading = new SingleFlight<LaneForecast>();

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly groups: TerminalGroups,
    private readonly sender: RefundSender,
    private readonly states: RefundStateService,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws PaymentError `GROUP_UNKNOWN` */
  async find(group: string): Promise<RefundLane> {
    const { name } = await this.groups.resolve(group);
    return this.transactions.run(async (tx) => this.view(name, await laneOf(tx, name), await countsOf(tx, name)));
  }

  /**
   * Sends nothing more of a group until {@link resume}. A request in progress is not cut.
   *
   * @throws PaymentError `GROUP_UNKNOWN`
   */
  async pause(group: string, decision: LaneDecision): Promise<RefundLane> {
    const { by, why } = checkedDecision(decision);
    const [pausedBy, pauseReason] = [storableText(by, WIDTHS.by), storableText(why, WIDTHS.why)];
    const lane = await this.change(group, { state: 'paused', pausedBy, pauseReason }, (tx, name) =>
      this.record(tx, name, { decision: 'paused', by, why }),
    );
    this.logger.warn(messages.lanePaused(lane.group, pausedBy, pauseReason));
    return lane;
  }

  /**
   * Continues a group: after {@link pause}, or sooner than by itself, for example when its settings were corrected. The lane
   * forgets where the service compares equal amounts, and refused refunds take their usual place again.
   *
   * @throws PaymentError `GROUP_UNKNOWN`
   */
  async resume(group: string, decision: LaneDecision): Promise<RefundLane> {
    const { by, why } = checkedDecision(decision);
    const { refunds } = await this.groups.resolve(group);
    const free = { pausedBy: null, pauseReason: null, pausedUntil: 0, refusals: 0, guardScope: null };
    const lane = await this.change(group, { state: 'pending', ...free }, async (tx, name) => {
      await this.states.resume(tx, name, refunds);
      await this.record(tx, name, { decision: 'resumed', by, why });
    });
    this.logger.log(messages.laneResumed(lane.group, storableText(by, WIDTHS.by), storableText(why, WIDTHS.why)));
    return lane;
  }

  /**
   * When each queued refund of a group is sent, if every answer comes as expected.
   *
   * @returns epoch milliseconds by refund id, in the sequence of sending; without held refunds, and empty while a person has
   *   paused the lane or no key of the group is valid
   * @throws PaymentError `GROUP_UNKNOWN`
   */
  async plan(group: string): Promise<ReadonlyMap<string, number>> {
    return (await this.forecast(group)).plannedAt;
  }

  /** When the last queued refund of each batch is sent; by batch id, as {@link plan}. @throws PaymentError `GROUP_UNKNOWN` */
  async batchEnds(group: string): Promise<ReadonlyMap<string, number>> {
    const { plannedAt, queued } = await this.forecast(group);
    const ends = new Map<string, number>();
    for (const { id, batchId } of queued) {
      const at = plannedAt.get(id);
      if (batchId !== null && at !== undefined) ends.set(batchId, Math.max(at, ends.get(batchId) ?? 0));
    }
    return ends;
  }

  /** Read once for all callers that ask meanwhile: a page asks several times, and many pages may be open. */
  private async forecast(name: string): Promise<LaneForecast> {
    const group = await this.groups.resolve(name);
    return this.reading.run(group.name, () => this.read(group));
  }

  private read(group: TerminalGroup): Promise<LaneForecast> {
    const { name } = group;
    return this.transactions.run(async (tx) => {
      const lane = await laneOf(tx, name);
      // When a key will be valid is not known.
      if (lane?.state === 'paused' || group.keys.gap !== null)
        return { plannedAt: new Map<string, number>(), queued: [] };
      const now = this.clock.now();
      const met = metBy(lane);
      const nextSlotAt = Math.max(lane?.nextSlotAt ?? 0, lane?.pausedUntil ?? 0);
      const queue = await laneQueue(tx, { group, ...met, now });
      const snapshot = { now, nextSlotAt, scope: met.scope, roundTripMs: this.sender.roundTripMs(name) };
      return { plannedAt: planLane(queue, group.refunds, snapshot).plannedAt, queued: queue.queued };
    });
  }

  private async change(
    group: string,
    change: Partial<RefundLaneEntity>,
    then: (tx: EntityManager, name: string) => Promise<void>,
  ): Promise<RefundLane> {
    const { name } = await this.groups.resolve(group);
    return this.transactions.run(async (tx) => {
      await addLanes(tx, [name]);
      await tx.update(RefundLaneEntity, { id: name }, change);
      await then(tx, name);
      return this.view(name, await laneOf(tx, name), await countsOf(tx, name));
    });
  }

  /** A lane has no single order. */
  private record(
    tx: EntityManager,
    group: string,
    { decision, by, why }: LaneDecision & { readonly decision: DecisionKind },
  ): Promise<void> {
    const subject = { group, orderId: '', about: 'group', subject: `Refunds of ${group}`, decision } as const;
    return this.decisions.record(tx, { by, why }, [subject]);
  }

  private view(group: string, lane: RefundLaneEntity | null, { sending, ...counts }: LaneCounts): RefundLane {
    const state = laneStateOf(lane, { sending, ...counts }, this.clock.now());
    const isResting = lane !== null && isRestingAt(lane, this.clock.now());
    const isStopped = state === 'paused';
    return {
      group,
      state,
      nextSlotAt: lane?.nextSlotAt ?? 0,
      pausedUntil: isResting ? lane.pausedUntil : null,
      pauseReason: isResting || isStopped ? (lane?.pauseReason ?? null) : null,
      pausedBy: isStopped ? (lane?.pausedBy ?? null) : null,
      guardScope: metBy(lane).scope,
      ...counts,
    };
  }
}

const isRestingAt = ({ pausedUntil }: RefundLaneEntity, now: number): boolean => pausedUntil > now;

/** The state of a lane at a time (epoch milliseconds), given its numbers of waiting refunds and of those being sent. */
export function laneStateOf(
  lane: RefundLaneEntity | null,
  { sending, queued }: Pick<LaneCounts, 'sending' | 'queued'>,
  now: number,
): RefundLaneState {
  if (lane?.state === 'paused') return 'paused';
  if (lane !== null && isRestingAt(lane, now)) return 'resting';
  if (sending > 0) return 'sending';
  return queued > 0 ? 'waiting' : 'idle';
}

const laneOf = (em: EntityManager, id: string): Promise<RefundLaneEntity | null> =>
  em.findOneBy(RefundLaneEntity, { id });

async function countsOf(em: EntityManager, group: string): Promise<LaneCounts> {
  const rows = await em
    .createQueryBuilder(RefundEntity, 'refund')
    .select('refund.state', 'state')
    .addSelect('COUNT(*)', 'count')
    .where({ group, state: In([...COUNTED]) })
    .groupBy('refund.state')
    .getRawMany<{ state: string; count: number | string }>();
  const count = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { queued: count('queued'), sending: count('sending'), unknown: count('unknown'), manual: count('manual') };
}
