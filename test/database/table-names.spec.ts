import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, MoreThan } from 'typeorm';
import { Money } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { databaseFacts } from '../../src/cli/doctor/facts/database.facts.js';
import { schemaFacts } from '../../src/cli/doctor/facts/schema.facts.js';
import { runMigrations } from '../../src/cli/migrate/locked-run.js';
import { CallBudgetEntity } from '../../src/shop/data-source/index.js';
import { OrderSearch } from '../../src/shop/admin/index.js';
import { DashboardStage } from '../dashboard/support/dashboard-stage.js';
import { RefundClerk } from '../shop/refunds/support/refund-clerk.js';
import { describeEngines, type TestDatabase, type TestEngineName } from '../support/engines.js';
import { createNamedDatabase, namingsOf, type Naming } from '../support/named-tables.js';

const MINUTE = 60_000;
const entities = [...tillbridgeEntities];
const migrations = [...tillbridgeMigrations];

async function withDatabase(
  engine: TestEngineName,
  naming: Naming,
  work: (open: (options: object) => Promise<DataSource>) => Promise<void>,
): Promise<void> {
  const database = await createNamedDatabase(engine, naming);
  const opened: DataSource[] = [];
  const open = async (options: object): Promise<DataSource> => {
    const dataSource = await new DataSource({ ...database.options, ...options }).initialize();
    opened.push(dataSource);
    return dataSource;
  };
  try {
    await work(open);
  } finally {
    for (const dataSource of opened) await dataSource.destroy();
    await database.drop();
  }
}

/** What TypeORM would change so that the tables are those of the entities: nothing, when every name is right. */
async function differences(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

describeEngines('the tables', (engine) => {
  describe.each(namingsOf(engine))('of a host with %s', (naming) => {
    it('are made where its DataSource looks for them, and can be taken back', () =>
      withDatabase(engine, naming, async (open) => {
        const dataSource = await open({ entities, migrations });
        expect((await schemaFacts(dataSource)).missingTables).toHaveLength(entities.length);
        await runMigrations(dataSource);
        expect(await differences(dataSource)).toEqual([]);
        expect((await schemaFacts(dataSource)).missingTables).toEqual([]);
        for (const _migration of migrations) await dataSource.undoLastMigration();
        expect((await schemaFacts(dataSource)).missingTables).toHaveLength(entities.length);
      }));

    it('are made in the same place by a DataSource that only migrates, and lists no entity', () =>
      withDatabase(engine, naming, async (open) => {
        await (await open({ migrations })).runMigrations();
        expect(await differences(await open({ entities }))).toEqual([]);
      }));
  });
});

function itWorks(engine: TestEngineName, naming: Naming): void {
  let database: TestDatabase;
  let dashboard: DashboardStage;

  beforeAll(async () => {
    database = await createNamedDatabase(engine, naming);
    dashboard = await DashboardStage.start({ engine, database });
  });
  afterAll(async () => {
    await dashboard.close();
    await database.drop();
  });

  it('takes a payment, gives it back and shows both', async () => {
    const { stage } = dashboard;
    await stage.paid('N-1');
    const refund = await new RefundClerk(stage).ask({ orderId: 'N-1' });
    await stage.pass(MINUTE);
    expect(await stage.shop.payments.refunds.remaining('N-1')).toMatchObject({ amount: 9_000 });
    for (const page of ['/', '/orders', '/orders/order?group=web&id=N-1', '/notifications', '/refunds'])
      expect(await dashboard.html(page)).toContain('<html');
    expect(await dashboard.html(`/refunds/${refund.id}`)).toContain('N-1');
  });

  const itOnServers = engine === 'sqlite' ? it.skip : it;
  itOnServers('counts its calls for all processes', async () => {
    const { shop } = dashboard.stage;
    const rows = await shop.dataSource.getRepository(CallBudgetEntity).findBy({ granted: MoreThan(0) });
    expect(rows.map(({ group }) => group)).toEqual(['web']);
    expect(shop.logs.matching('goes by its own limit')).toEqual([]);
  });

  it('finds an order by its poll when no notification comes', async () => {
    const { shop, service, clock } = dashboard.stage;
    const redirectUrl = 'http://localhost:3000/return';
    const notificationUrl = `http://localhost:9${shop.path}/web`;
    const order = { orderId: 'N-2', amount: Money.of('12.50', 'EUR'), description: 'Two mugs' };
    await shop.payments.group('web').orders.create({ ...order, redirectUrl, notificationUrl });
    await service.sandbox.pay('N-2');
    clock.advance(3 * MINUTE);
    await shop.payments.polling.tick('web');
    expect(await shop.payments.orders.find('N-2')).toMatchObject({ paid: true });
  });

  it('finds orders by the beginning of an id, of theirs and of the payment', async () => {
    const { shop } = dashboard.stage;
    const search = shop.app.get(OrderSearch);
    const { items } = await search.find('N-');
    expect(items.map(({ orderId }) => orderId)).toEqual(['N-1', 'N-2']);
    const [paid] = items;
    expect((await search.find(paid!.transactionId!)).items).toMatchObject([{ orderId: 'N-1' }]);
  });

  it('is found well by the doctor', async () => {
    const { dataSource } = dashboard.stage.shop;
    expect(await schemaFacts(dataSource)).toEqual({ pending: [], unlisted: [], missingTables: [] });
    expect((await databaseFacts(dataSource, Date.now)).narrowTables).toEqual([]);
  });
}

describeEngines('a shop whose DataSource has names of its own', (engine) => itWorks(engine, namingsOf(engine).at(-1)!));
