import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readRows } from '../../../database/engine/index.js';
import { orderKey, type Clock } from '../../../support/index.js';
import type { ObservedOrder } from './observed-order.js';
import type { RefundChanges } from '../refund-changes.js';
import { TerminalGroups, CLOCK } from '../../core/index.js';
import { ExternalRefundsService } from './external-refunds.service.js';
import { hasWaitedLong } from '../lane/lane-guards.js';
import { RefundStateService, type RefundEvidence } from '../refund-state.service.js';
import { RefundLaneEntity } from '../lane/refund-lane.entity.js';
import { matchRefund } from './refund-match.js';
import type { ReadEvidence, RefundTrigger, RefundState } from '../protocol/refund-protocol.types.js';
import { RefundWatchEntity } from '../entities/refund-watch.entity.js';
import { RefundEntity } from '../entities/refund.entity.js';
import { uncoveredIn } from './uncovered-refunds.js';
import { isReturn, showsTags, type OwnRefund, type RefundReading } from './related-refunds.js';
import { claimedBy } from './row-index.js';

/** The known refunds of one attempt's order, while an observation of it is processed. */
interface ObserverInput {
  readonly observed: ObservedOrder;
  /** The newest of every refund of the order, by id. */
  readonly rows: Map<string, RefundEntity>;
  readonly tagsEchoed: boolean | null;
}

/** For these each read is evidence, even one that changed nothing. */
const IN_DOUBT: ReadonlySet<RefundState> = new Set(['unknown', 'manual']);

/**
 * Updates the records of refunds from observations of their orders (design §8): finds own refunds among the related
 * transactions, and stores external ones.
 */
@Injectable()
export class RefundObserver {
  constructor(
    private readonly groups: TerminalGroups,
    private readonly states: RefundStateService,
    private readonly elsewhere: ExternalRefundsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns for each observed order what changed, in the sequence of the orders */
  async observe(tx: EntityManager, orders: readonly ObservedOrder[]): Promise<readonly (RefundChanges | null)[]> {
    const reporting = new Set(orders.filter(reportsRefunds));
    if (reporting.size === 0) return [];
    const known = await refundsOf(tx, [...reporting]);
    const lanes = new Map<string, RefundLaneEntity | null>();
    const found: (RefundChanges | null)[] = [];
    for (const observed of orders) {
      const { group } = observed.row;
      if (!lanes.has(group)) lanes.set(group, await tx.findOneBy(RefundLaneEntity, { id: group }));
      const rows = known.get(orderKey(observed.row)) ?? new Map<string, RefundEntity>();
      known.set(orderKey(observed.row), rows);
      found.push(
        reporting.has(observed) ? await this.observeOne(tx, { observed, rows, lane: lanes.get(group) ?? null }) : null,
      );
    }
    return found;
  }

  private async observeOne(
    tx: EntityManager,
    { observed, rows, lane }: Omit<ObserverInput, 'tagsEchoed'> & { lane: RefundLaneEntity | null },
  ): Promise<RefundChanges> {
    const known = lane === null || lane.tagsEchoed === null ? null : lane.tagsEchoed === 1;
    const shown = showsTags(this.readingOf({ observed, rows, tagsEchoed: null }));
    // One that did not come back is enough: from then on a refund without a tag may be an own one.
    const tagsEchoed = known === false ? false : (shown ?? known);
    const input: ObserverInput = { observed, rows, tagsEchoed };
    const results: RefundChanges[] = [];
    let reading = this.readingOf(input);
    for (const row of followed(input)) {
      const result = await this.applyTo(tx, { ...input, reading }, row);
      results.push(result);
      // An order may have thousands of refunds, and one that changes.
      if (rows.get(row.id) !== row) reading = this.readingOf(input);
    }
    results.push(await this.elsewhere.observe(tx, { observed, rows, reading }));
    results.push(...(await this.rejectUncovered(tx, input)));
    if (lane !== null && tagsEchoed !== known) await this.keepLesson(tx, lane, tagsEchoed);
    const attention = results.findLast((each) => each.attention !== undefined)?.attention;
    return { changes: results.flatMap(({ changes }) => changes), attention };
  }

  /** Stores whether the service returns tags. Lanes are locked last. */
  private async keepLesson(tx: EntityManager, lane: RefundLaneEntity, tagsEchoed: boolean | null): Promise<void> {
    lane.tagsEchoed = tagsEchoed === null ? null : tagsEchoed ? 1 : 0;
    await tx.update(RefundLaneEntity, { id: lane.id }, { tagsEchoed: lane.tagsEchoed });
  }

  private async applyTo(
    tx: EntityManager,
    input: ObserverInput & { readonly reading: RefundReading },
    row: RefundEntity,
  ): Promise<RefundChanges> {
    const seen = matchRefund(this.ownOf(row), input.reading);
    const event = this.eventOf(input.observed, seen);
    if (event === null) {
      if (seen.kind === 'conflict') await this.readSoon(tx, row);
      return { changes: [] };
    }
    const { refunds: rules } = this.groups.get(row.group);
    const outcome = await this.states.apply(tx, row, { event, rules });
    if (outcome.kind === 'done') input.rows.set(row.id, outcome.row);
    if (outcome.kind === 'done' || IN_DOUBT.has(row.state))
      await this.states.keep(tx, outcome.row, evidenceOf(input.observed, seen, this.clock.now()));
    return outcome;
  }

  /** An answer of the API proves what is there and what is not; a message proves only what it shows. */
  private eventOf({ readAt }: ObservedOrder, seen: ReadEvidence): RefundTrigger | null {
    if (readAt !== null) return { type: 'read', startedAt: readAt, evidence: seen };
    if (seen.kind !== 'found') return null;
    const { status, serviceRefundId } = seen;
    return { type: 'reported', status, serviceRefundId, at: this.clock.now() };
  }

  /** Rejects refunds at once that the service would refuse at every try. Only an answer of the API proves that money is gone. */
  private async rejectUncovered(tx: EntityManager, { observed, rows }: ObserverInput): Promise<RefundChanges[]> {
    const { row: order, isStale, readAt, serviceOrderId } = observed;
    const isWaiting = [...rows.values()].some(({ origin, state }) => origin === 'shop' && state === 'queued');
    if (readAt === null || isStale || !isWaiting) return [];
    const known = order.status === 'chargedback' ? 'all' : [serviceOrderId];
    const cover = { sources: await observed.paidAttempts(), known } as const;
    const { refunds: rules } = this.groups.get(order.group);
    const results: RefundChanges[] = [];
    for (const row of uncoveredIn([...rows.values()], cover)) {
      const outcome = await this.states.apply(tx, row, { event: { type: 'uncovered' }, rules });
      if (outcome.kind === 'done') rows.set(row.id, outcome.row);
      results.push(outcome);
    }
    return results;
  }

  private async readSoon(tx: EntityManager, { id }: RefundEntity): Promise<void> {
    await tx.update(RefundWatchEntity, { id }, { state: 'pending', dueAt: this.clock.now() });
  }

  private ownOf(row: RefundEntity): OwnRefund {
    const { tag, amount, currency, state, attempts, serviceRefundId, createdAt: since } = row;
    const hasWaited = hasWaitedLong(row, this.groups.get(row.group).refunds, this.clock.now());
    return { tag, amount, currency, state, attempts, serviceRefundId, since, hasWaited };
  }

  private readingOf(input: ObserverInput): RefundReading {
    const { observed, tagsEchoed } = input;
    const { related_transactions: listed } = observed.order;
    // A reservation may list refunds of its parts, too. Those made elsewhere are known by their ids: two can bear one mark.
    const others = [...input.rows.values()]
      .filter((row) => row.origin === 'elsewhere' || row.serviceOrderId !== observed.serviceOrderId)
      .map((row) => this.ownOf(row.origin === 'shop' ? row : { ...row, tag: row.serviceRefundId ?? row.id }));
    const known = claimedBy(others, listed);
    return {
      order: observed.order,
      own: ofShop(input).map((row) => this.ownOf(row)),
      elsewhere: new Set([...known].map(({ transaction_id }) => transaction_id).filter((id) => id !== null)),
      tagsEchoed,
      createdSlackMs: this.groups.get(observed.row.group).refunds.createdSlackMs,
      timeZone: this.groups.timeZone,
    };
  }
}

/** Most orders never have a refund: those cost nothing here. */
function reportsRefunds({ row, order, source, hadRefunds }: ObservedOrder): boolean {
  if (source === 'refund-read' || hadRefunds || row.amountRefunded > 0 || order.amount_refunded > 0) return true;
  return order.related_transactions.some(isReturn);
}

async function refundsOf(
  tx: EntityManager,
  orders: readonly ObservedOrder[],
): Promise<Map<string, Map<string, RefundEntity>>> {
  const found = new Map<string, Map<string, RefundEntity>>();
  for (const group of new Set(orders.map(({ row }) => row.group))) {
    const values = orders.filter(({ row }) => row.group === group).map(({ row }) => row.orderId);
    for (const refund of await readRows(tx, RefundEntity, { equal: { group }, property: 'orderId', values })) {
      const rows = found.get(orderKey(refund)) ?? new Map<string, RefundEntity>();
      found.set(orderKey(refund), rows.set(refund.id, refund));
    }
  }
  return found;
}

/** Own refunds of the observed attempt. */
const ofShop = ({ rows, observed }: Pick<ObserverInput, 'rows' | 'observed'>): RefundEntity[] =>
  [...rows.values()].filter((row) => row.origin === 'shop' && row.serviceOrderId === observed.serviceOrderId);

/** Own refunds, and those of others that are read separately, for example after the shop has cancelled one without an answer. */
const followed = (input: Pick<ObserverInput, 'rows' | 'observed'>): RefundEntity[] => {
  const others = [...input.rows.values()].filter(
    ({ origin, nextReadAt, serviceOrderId }) =>
      origin === 'elsewhere' && nextReadAt !== null && serviceOrderId === input.observed.serviceOrderId,
  );
  return [...ofShop(input), ...others];
};

const evidenceOf = ({ readAt, source }: ObservedOrder, seen: ReadEvidence, now: number): RefundEvidence => ({
  kind: readAt === null ? 'report' : 'read',
  outcome: seen.kind === 'found' ? seen.status : seen.kind,
  code: seen.kind === 'conflict' ? seen.why : seen.kind === 'failed' ? seen.code : null,
  text: source,
  startedAt: readAt ?? now,
});
