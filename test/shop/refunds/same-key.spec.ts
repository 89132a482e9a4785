import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeServers } from '../../support/engines.js';
import { waitFor } from '../../support/wait-for.js';
import { RefundClerk } from './support/refund-clerk.js';
import { RefundStage } from './support/refund-stage.js';

const WAITING_FOR_LOCK = {
  postgres: "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  mysql: `SELECT id FROM information_schema.processlist JOIN information_schema.innodb_trx ON trx_mysql_thread_id = id
    WHERE db = DATABASE() AND trx_state = 'LOCK WAIT'`,
};

describeServers('one key for refunds of two orders, asked for at the same time', (engine) => {
  let clerk: RefundClerk;
  beforeAll(async () => {
    clerk = new RefundClerk(await RefundStage.start(engine));
  });
  afterAll(() => clerk?.stage.close());

  /** Whether a transaction of this test waits for what another one has written. */
  const isAnyWaiting = async (): Promise<boolean> => {
    const statement = engine === 'postgres' ? WAITING_FOR_LOCK.postgres : WAITING_FOR_LOCK.mysql;
    return (await clerk.stage.shop.dataSource.query<unknown[]>(statement)).length > 0;
  };

  /** The first one is written and not committed when the second one comes to the key; then it ends. */
  const both = async (end: 'commit' | 'rollback'): Promise<{ one: string; two: string; second: Promise<unknown> }> => {
    const [one, two] = [await clerk.paid(), await clerk.paid()];
    const key = `at-once-${one}`;
    const runner = clerk.stage.shop.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await clerk.ask({ orderId: one, key, manager: runner.manager });
      const second = clerk.ask({ orderId: two, key });
      second.catch(() => undefined);
      // MariaDB answers from memory when it was asked less than a tenth of a second before.
      await waitFor(isAnyWaiting, { what: 'the second refund to wait for the first', intervalMs: 150 });
      await (end === 'commit' ? runner.commitTransaction() : runner.rollbackTransaction());
      return { one, two, second };
    } finally {
      await runner.release();
    }
  };

  it('is kept by the one that was faster: the other is refused, and its order keeps its money', async () => {
    const { one, two, second } = await both('commit');
    await expect(second).rejects.toMatchObject({ code: 'REFUND_KEY_CONFLICT', execution: 'not-executed' });
    expect([await clerk.rowsOf(one), await clerk.rowsOf(two)]).toMatchObject([[{ state: 'queued' }], []]);
    expect((await clerk.refunds.remaining(two)).amount).toBe(10_000);
    await clerk.sent(one);
    expect([await clerk.atService(one), await clerk.atService(two)]).toEqual([[1_000], []]);
  });

  it('is had by the second one when the first one is taken back', async () => {
    const { one, two, second } = await both('rollback');
    expect(await second).toMatchObject({ orderId: two, state: 'queued' });
    expect([await clerk.rowsOf(one), await clerk.rowsOf(two)]).toMatchObject([[], [{ orderId: two }]]);
  });
});
