import { expect, it } from '@jest/globals';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Money } from 'tillbridge';
import { createTestDatabase, describeOneEngine } from '../support/engines.js';
import { MINUTE, RefundStage } from '../shop/refunds/support/refund-stage.js';

const CACHE = 'query-result-cache';

describeOneEngine('a host that caches every query', (engine) => {
  it('has each effect run once, and its own queries cached', async () => {
    const database = await createTestDatabase(engine);
    const withTable = { ...database.options, cache: true, synchronize: true } as DataSourceOptions;
    await (await new DataSource(withTable).initialize()).destroy();
    const options = { ...database.options, cache: { alwaysEnabled: true } } as DataSourceOptions;
    const stage = await RefundStage.start(engine, {}, { shop: { database: { ...database, options } } });
    const { dataSource, handlers, payments } = stage.shop;
    await stage.paid('A');
    await payments.refunds.request({ orderId: 'A', amount: Money.of('10.00', 'EUR'), reason: 'Mug', key: 'k' });
    for (let minutes = 0; minutes < 20; minutes += 5) await stage.pass(5 * MINUTE);
    expect(handlers.count('commit', 'completed')).toBe(1);
    expect(stage.reportedFor('A')).toEqual({ inside: ['accepted 1000'], after: ['accepted 1000'] });
    const cached = () => dataSource.createQueryBuilder().select('c.query', 'query').from(CACHE, 'c');
    await cached().getRawMany();
    const rows = await cached().cache(false).getRawMany<{ query: string }>();
    await stage.close();
    await database.drop();
    expect(rows.filter(({ query }) => query.includes(CACHE))).toHaveLength(1);
    expect(rows.filter(({ query }) => /tillbridge_(?!test_)/.test(query))).toEqual([]);
  });
});
