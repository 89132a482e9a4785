import { Inject, Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { engineOf, readPage, type Transactions } from '../../database/engine/index.js';
import { isName, type Clock, type Page } from '../../support/index.js';
import { checkedDecision, Decisions, type OperatorDecision, type RecordedDecision } from '../decisions/index.js';
import { completeBodies, NotificationEntity } from '../notifications/index.js';
import { checkedOptions, checkFilter, checkTexts, CLOCK, TRANSACTIONS } from '../core/index.js';
import { AttemptEntity } from '../orders/index.js';
import { notificationList, toSummary } from './notification-list.js';
import { redactedBody } from './redacted-body.js';
import { REPLAY_BATCH_ROWS, checkTarget, nextRows, type ReplayPass, type ReplayPlace } from './replay-rows.js';
import type {
  NotificationFilter,
  NotificationSummary,
  ReplayOptions,
  ReplayProgress,
  ReplayReport,
  ReplayTarget,
  StoredNotification,
} from './replay.types.js';

/** The fields of a notification that a replay needs. */
type Stored = Pick<NotificationEntity, 'id' | 'group' | 'orderId' | 'state' | 'lastError' | 'leaseToken'>;

/** A waiting one that failed need not wait for its next try; one that a worker has would be applied twice at the same time. */
const isReplayable = ({ state, lastError, leaseToken }: Stored): boolean =>
  state === 'pending' ? lastError !== null && leaseToken === null : state !== 'erased';

const NOTHING: ReplayProgress = { seen: 0, replayed: 0, waiting: 0, erased: 0 };

/**
 * The notifications as they were received: to read, and to apply again from the stored bytes.
 *
 * @example
 * ```ts
 * async function afterTheRepair(notifications: TillbridgeNotifications): Promise<number> {
 *   const said = { by: 'ann', why: 'stock table mended' };
 *   const { replayed } = await notifications.replay({ state: 'parked' }, said, {
 *     onProgress: ({ seen }) => console.log(`${seen} looked at`),
 *   });
 *   return replayed;
 * }
 * ```
 */
@Injectable()
export class TillbridgeNotifications {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One page of notifications, the newest first, without their content. */
  async list(given?: NotificationFilter): Promise<Page<NotificationSummary>> {
    const filter: NotificationFilter = checkedOptions(given, 'filter');
    const { group, state } = filter;
    checkFilter({ texts: { group, state } });
    const page = await this.transactions.run((tx) => readPage(tx, notificationList(filter), filter));
    return { ...page, items: page.items.map(toSummary) };
  }

  /**
   * One notification with the content that people may see; null when there is none with that id.
   *
   * @throws PaymentError `FILTER_INVALID` for an id that is not text
   */
  async find(id: string): Promise<StoredNotification | null> {
    checkTexts({ id });
    if (!isName(id)) return null;
    return this.transactions.run(async (tx) => {
      const row = await tx.findOneBy(NotificationEntity, { id });
      if (!row) return null;
      await completeBodies(tx, [row]);
      const { group, orderId: serviceOrderId } = row;
      const attempt = await tx.findOneBy(AttemptEntity, { group, serviceOrderId });
      const decided = await this.decisions.about(tx, { group, orderId: serviceOrderId, subjectId: id });
      return toStored(row, attempt?.orderId ?? null, decided);
    });
  }

  /**
   * Has stored notifications applied again, by the workers and in the same way as the first time: an effect that has happened
   * does not happen again (promise 2), so a replay may be repeated. It works in batches. Each batch records its
   * notifications, who and why, which the timelines of their orders show.
   *
   * @param target - an id, a time, or all in a state
   * @returns the outcome of each; an unknown id counts as not seen
   * @throws PaymentError `FILTER_INVALID` for an invalid target, `DECISION_INVALID`
   */
  async replay(target: ReplayTarget, decision: OperatorDecision, options: ReplayOptions = {}): Promise<ReplayReport> {
    checkTarget(target);
    checkedDecision(decision);
    const begunAt = this.clock.now();
    let place: ReplayPlace | null = null;
    let progress = NOTHING;
    while (!options.signal?.aborted) {
      const pass: ReplayPass = { target, begunAt, place };
      // Counted after the commit: a transaction may run again.
      const { rows, stored } = await this.transactions.run((tx) => this.batch(tx, pass, decision));
      progress = countedIn(progress, stored);
      place = rows.at(-1) ?? place;
      if (rows.length > 0) options.onProgress?.(progress);
      if (rows.length < REPLAY_BATCH_ROWS) return { ...progress, complete: true };
    }
    return { ...progress, complete: false };
  }

  private batch(tx: EntityManager, pass: ReplayPass, decision: OperatorDecision) {
    return this.decisions.once(tx, 'replayed', () => this.replayNext(tx, pass, decision));
  }

  private async replayNext(tx: EntityManager, pass: ReplayPass, decision: OperatorDecision) {
    const rows = await nextRows(tx, pass);
    const stored = rows.length === 0 ? [] : await lockAll(tx, rows);
    const replayable = stored.filter(isReplayable);
    const subjects = replayable.map(subjectOf);
    if (subjects.length > 0) {
      const again = { state: 'pending', attempts: 0, dueAt: this.clock.now(), doneAt: null, lastError: null } as const;
      await tx.update(NotificationEntity, { id: In(replayable.map(({ id }) => id)) }, again);
      await this.decisions.record(tx, decision, subjects);
    }
    return { subjects, outcome: { rows, stored } };
  }
}

const toStored = (
  row: NotificationEntity,
  ownOrderId: string | null,
  decided: readonly RecordedDecision[],
): StoredNotification => ({
  ...toSummary(row),
  signedAt: row.signedAt,
  keyId: row.keyId,
  doneAt: row.doneAt,
  dueAt: row.state === 'pending' ? row.dueAt : null,
  content: redactedBody(row.body),
  ownOrderId,
  replays: decided.map(({ by, why, decidedAt }) => ({ by, why, at: decidedAt })),
});

/** The present rows, locked until the transaction ends. Always in the same order: no deadlocks. */
function lockAll(tx: EntityManager, rows: readonly ReplayPlace[]): Promise<Stored[]> {
  const query = {
    select: { id: true, group: true, orderId: true, state: true, lastError: true, leaseToken: true },
    where: { id: In(rows.map(({ id }) => id)) },
    order: { id: 'ASC' },
  } as const;
  if (engineOf(tx.connection) === 'sqlite') return tx.find(NotificationEntity, query);
  return tx.find(NotificationEntity, { ...query, lock: { mode: 'pessimistic_write' } });
}

const subjectOf = ({ id, group, orderId }: Stored) => ({
  group,
  orderId,
  about: 'notification' as const,
  subjectId: id,
  decision: 'replayed' as const,
});

const countedIn = (sum: ReplayProgress, stored: readonly Stored[]): ReplayProgress => {
  const count = (is: (row: Stored) => boolean): number => stored.filter(is).length;
  return {
    seen: sum.seen + stored.length,
    replayed: sum.replayed + count(isReplayable),
    waiting: sum.waiting + count((row) => row.state === 'pending' && !isReplayable(row)),
    erased: sum.erased + count(({ state }) => state === 'erased'),
  };
};
