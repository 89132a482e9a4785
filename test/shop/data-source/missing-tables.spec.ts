import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { orderBody } from 'tillbridge/testing';
import { DiagnosticsService } from '../../../src/shop/diagnostics/index.js';
import { lacksTables, missingTables } from '../../../src/database/engine/index.js';
import { createTestDatabase, describeEngines, type TestDatabase } from '../../support/engines.js';
import { startShop, type ShopHost, type ShopHostInput } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

const ADVICE = 'tillbridge migrate up';
const [first] = tillbridgeMigrations;

describeEngines('a shop whose tables are not there yet', (engine) => {
  let database: TestDatabase;
  let shop: ShopHost | undefined;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(async () => {
    await shop?.close();
    shop = undefined;
    await database.drop();
  });

  const start = async (input: ShopHostInput = {}): Promise<ShopHost> =>
    (shop = await startShop({ engine, database, migrations: [], ...input }));

  const notify = (orderId = 'A-1', at = Date.now()): Promise<Response> =>
    shop!.notify({ orderId, at, body: orderBody({ orderId, amount: 1250, at }) });

  /** As the host's own deployment does it, beside the running shop. */
  async function migrate(after: (dataSource: DataSource) => unknown = () => undefined): Promise<void> {
    const options = { ...database.options, entities: [...tillbridgeEntities], migrations: [...tillbridgeMigrations] };
    const dataSource = await new DataSource(options).initialize();
    await dataSource.runMigrations();
    await after(dataSource);
    await dataSource.destroy();
  }

  const errors = (): string[] => shop!.logs.lines.filter((line) => line.startsWith('error'));

  it('starts, says once what is missing and what to do, and refuses notifications, in a process without workers', async () => {
    await start({ options: { workers: 'off' } });
    expect(errors()).toHaveLength(1);
    expect(errors()[0]).toContain(ADVICE);
    expect(errors()[0]).toContain('tillbridge_refund_evidence');
    expect((await notify()).status).toBe(503);
  });

  it('runs nothing that needs them, answers 503 to an authentic notification, 401 to others, and works by itself once the tables are there', async () => {
    await start();
    expect(errors()).toHaveLength(1);
    expect((await notify()).status).toBe(503);
    expect((await shop!.post('?transactionid=A-1&timestamp=1', {}, '{}')).status).toBe(401);
    expect(shop!.logs.matching('could not claim its rows')).toEqual([]);
    await migrate();
    await shop!.addOrder('A-1');
    await waitFor(async () => (await notify()).status === 200, { intervalMs: 200, what: 'the route to open' });
    await waitFor(() => shop!.handlers.count('commit', 'completed') > 0, { what: 'the effects to run' });
    expect(shop!.logs.matching(ADVICE)).toHaveLength(1);
    // It looks for the tables by itself, and may do so after others have found them.
    await waitFor(async () => (await shop!.count('tillbridge_process')) === 1, { what: 'the process to enter itself' });
  });

  it('gives back each connection on which it looked for them', async () => {
    const options = { ...database.options, entities: [...tillbridgeEntities] };
    const dataSource = await new DataSource(options).initialize();
    const create = dataSource.createQueryRunner.bind(dataSource);
    const given = new Set<unknown>();
    dataSource.createQueryRunner = (mode) => {
      const runner = create(mode);
      const release = runner.release.bind(runner);
      given.add(runner);
      runner.release = async () => {
        given.delete(runner);
        await release();
      };
      return runner;
    };
    expect([(await missingTables(dataSource)).length > 0, given.size]).toEqual([true, 0]);
    expect([await lacksTables(dataSource), given.size]).toEqual([true, 0]);
    await dataSource.destroy();
  });

  it('does not start where the host wants it so', async () => {
    await expect(start({ options: { requireTables: true } })).rejects.toMatchObject({
      code: 'TABLES_MISSING',
      message: expect.stringContaining('tillbridge_order'),
      advice: expect.stringContaining(ADVICE),
    });
  });

  it('names the columns that the tables of an older release lack', async () => {
    await start({ migrations: [first] });
    expect(errors()).toHaveLength(1);
    expect(errors()[0]).toContain(ADVICE);
    expect(errors()[0]).toMatch(/tillbridge_notification\.parts\b.*tillbridge_process\b/);
    expect(errors()[0]).not.toContain('tillbridge_effect');
    expect((await notify()).status).toBe(503);
  });

  it('has no figures while one column is missing, so that a health check is down: it takes no notification', async () => {
    await migrate(async (dataSource) => {
      const runner = dataSource.createQueryRunner();
      await runner.dropColumn('tillbridge_notification', 'parts');
      await runner.release();
    });
    await start();
    expect((await notify()).status).toBe(503);
    await expect(shop!.app.get<DiagnosticsService>(DiagnosticsService).read()).rejects.toMatchObject({
      code: 'TABLES_MISSING',
      message: expect.stringContaining('tillbridge_notification.parts'),
    });
  });
});
