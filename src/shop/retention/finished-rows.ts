import {
  LessThan,
  LessThanOrEqual,
  type EntityManager,
  type EntityTarget,
  type FindOptionsOrder,
  type FindOptionsWhere,
} from 'typeorm';
import { lockFreeRow } from '../../database/engine/index.js';
import { firstIdAt } from '../../support/index.js';
import { EffectEntity, OutboxEntity } from '../effects/index.js';
import { NotificationEntity } from '../notifications/index.js';
import { ObservationEntity } from '../orders/index.js';
import { PollEntity } from '../poll-schedule/index.js';

/** About how many rows one transaction deletes: locks are short, and other work can run in between. */
const DELETED_AT_ONCE = 500;

/** The result of one batch of rows. */
export interface DeletedBatch {
  readonly rows: number;
  readonly isLast: boolean;
}

/** Deletes one batch of rows of one kind that were finished before a time, in epoch milliseconds. */
export type DeleteFinished = (tx: EntityManager, before: number) => Promise<DeletedBatch>;

/** Rows of one table that are no longer needed once they are old. */
interface FinishedRows<Row extends object> {
  readonly entity: EntityTarget<Row>;
  /** The property by which an index finds the oldest rows; it grows with time. */
  readonly oldestBy: keyof Row & string;
  /** The value of that property at a time; without it, the time itself. */
  readonly at?: (ms: number) => string;
  /** Other conditions for a finished row. */
  readonly where?: (before: number) => FindOptionsWhere<Row>;
}

const notification: FinishedRows<NotificationEntity> = {
  entity: NotificationEntity,
  oldestBy: 'dueAt',
  where: () => ({ state: 'erased' }),
};

/** A failed effect stays: it may still be replayed. */
const outbox = (state: 'done' | 'discarded'): FinishedRows<OutboxEntity> => ({
  entity: OutboxEntity,
  oldestBy: 'dueAt',
  where: () => ({ state }),
});

const effect: FinishedRows<EffectEntity> = { entity: EffectEntity, oldestBy: 'recordedAt' };

const observation: FinishedRows<ObservationEntity> = { entity: ObservationEntity, oldestBy: 'id', at: firstIdAt };

/** A payment of long ago may have been read again yesterday on request. */
const poll: FinishedRows<PollEntity> = {
  entity: PollEntity,
  oldestBy: 'openedAt',
  where: (before) => ({ state: 'done', dueAt: LessThan(before) }),
};

/**
 * Every kind of row that is deleted, in any sequence: none is found through another. The order and its transitions keep an
 * old notification from having an effect again, and they stay (promise 2).
 */
export const FINISHED_ROWS: readonly DeleteFinished[] = [
  deleting(notification),
  deleting(outbox('done')),
  deleting(outbox('discarded')),
  deleting(effect),
  deleting(observation),
  deleting(poll),
];

/**
 * The oldest rows up to a full batch, by one range of the index. A run locks the oldest row before it deletes. If another
 * run has locked or deleted that row, the whole kind is left to it: a second deletion would wait for every row.
 */
function deleting<Row extends object>({ entity, oldestBy, at, where }: FinishedRows<Row>): DeleteFinished {
  return async (tx, before) => {
    const until = at ? at(before) : before;
    const upTo = (bound: unknown): FindOptionsWhere<Row> =>
      Object.assign({}, where?.(before), { [oldestBy]: bound }) as FindOptionsWhere<Row>;
    const order = { [oldestBy]: 'ASC' } as FindOptionsOrder<Row>;
    const [first] = await tx.find(entity, { where: upTo(LessThan(until)), order, take: 1 });
    if (!first || !(await lockFreeRow(tx, entity, keyOf(tx, entity, first)))) return { rows: 0, isLast: true };
    const [last] = await tx.find(entity, { where: upTo(LessThan(until)), order, skip: DELETED_AT_ONCE - 1, take: 1 });
    const bound = last ? LessThanOrEqual(last[oldestBy]) : LessThan(until);
    const { affected } = await tx.delete(entity, upTo(bound));
    return { rows: affected ?? 0, isLast: !last };
  };
}

/** By what a row is the only one. */
function keyOf<Row extends object>(tx: EntityManager, entity: EntityTarget<Row>, row: Row): Partial<Row> {
  const { primaryColumns } = tx.connection.getMetadata(entity);
  return Object.fromEntries(
    primaryColumns.map(({ propertyName }) => [propertyName, row[propertyName as keyof Row]]),
  ) as Partial<Row>;
}
