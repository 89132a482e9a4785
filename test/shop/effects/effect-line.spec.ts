import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { insertRows, installSqliteGate, Transactions } from '../../../src/database/engine/index.js';
import { OutboxEntity } from '../../../src/shop/effects/index.js';
import { isSameLine, lockAhead, pendingOf } from '../../../src/shop/effects/outbox/effect-line.js';
import { createTestDatabase, describeOneEngine, type TestDatabase } from '../../support/engines.js';

type Place = Partial<OutboxEntity> & { readonly id: string };

const rowOf = (place: Place): OutboxEntity => {
  const work = { state: 'pending', attempts: 0, dueAt: 1, createdAt: 1, lastError: null, doneAt: null } as const;
  const line = { group: 'web', orderId: 'A-1', effect: 'Mailer.send', version: 1 };
  const free = { leaseToken: null, leaseUntil: null, traceparent: null };
  return { ...work, ...line, ...free, transitionId: `transition-${place.id}`, ...place };
};

describeOneEngine('the line of a handler and an order', (engine) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const options = { ...database.options, entities: [OutboxEntity], synchronize: true };
    dataSource = await new DataSource(options).initialize();
    installSqliteGate(dataSource);
    transactions = new Transactions(dataSource);
  });
  beforeEach(() => dataSource.manager.clear(OutboxEntity));
  afterAll(async () => {
    await dataSource?.destroy();
    await database.drop();
  });

  const add = (...places: Place[]): Promise<void> => insertRows(dataSource.manager, OutboxEntity, places.map(rowOf));
  const aheadOf = async (place: Place, before: (tx: EntityManager) => void = () => undefined) =>
    transactions.run(async (tx) => {
      before(tx);
      return (await lockAhead(tx, rowOf(place)))?.id ?? null;
    });
  const OTHERS: readonly Place[] = [
    { id: 'other-group', group: 'till', version: 4 },
    { id: 'other-order', orderId: 'A-2', version: 4 },
    { id: 'other-effect', effect: 'Stock.book', version: 4 },
  ];

  it('is waited in for the nearest before one that has not ended, of the same line alone', async () => {
    // Any index has the first of them first.
    await add(
      ...OTHERS,
      { id: 'row-1', version: 1 },
      { id: 'row-2', version: 2 },
      { id: 'row-3', version: 3 },
      { id: 'row-4', version: 4, state: 'done' },
      { id: 'row-5', version: 5 },
      { id: 'row-6', version: 6 },
    );
    expect(await aheadOf({ id: 'row-5', version: 5 })).toBe('row-3');
    expect(await aheadOf({ id: 'row-3', version: 3 })).toBe('row-2');
    expect(await aheadOf({ id: 'row-1', version: 1 })).toBeNull();
  });

  it.each(['done', 'dead', 'discarded'] as const)(
    'goes on to the next when the nearest ends as %s meanwhile',
    async (state) => {
      await add({ id: 'x-1', version: 1 }, { id: 'a-2', version: 2 }, { id: 'b-3', version: 3 });
      const ending = (tx: EntityManager): void => {
        const find = tx.find.bind(tx);
        jest.spyOn(tx, 'find').mockImplementationOnce(async (...given) => {
          const found = await find(...given);
          await tx.update(OutboxEntity, { id: 'a-2' }, { state });
          return found;
        });
      };
      expect(await aheadOf({ id: 'b-3', version: 3 }, ending)).toBe('x-1');
    },
  );

  it('is known by its group, its order and its handler; what has not ended of an order is found in all its lines', async () => {
    const [mine, ...others] = [rowOf({ id: 'x-1' }), ...OTHERS.map(rowOf)];
    expect(isSameLine(mine!, rowOf({ id: 'x-9', version: 9 }))).toBe(true);
    expect(others.map((other) => isSameLine(mine!, other))).toEqual([false, false, false]);
    await add({ id: 'x-1' }, { id: 'x-2', version: 2, state: 'done' }, ...OTHERS);
    const found = await transactions.run((tx) => pendingOf(tx, [mine!, mine!]));
    expect(found.map(({ id }) => id).toSorted()).toEqual(['other-effect', 'x-1']);
    const ofTwo = await transactions.run((tx) => pendingOf(tx, [mine!, others[0]!]));
    expect(ofTwo.map(({ id }) => id).toSorted()).toEqual(['other-effect', 'other-group', 'x-1']);
  });
});
