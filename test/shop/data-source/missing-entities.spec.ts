import { expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { TillbridgeModule } from 'tillbridge';
import { tillbridgeEntities } from 'tillbridge/database';
import { createTestDatabase, describeEngines } from '../../support/engines.js';
import { shopOptions } from '../../support/shop-host.js';

describeEngines('a DataSource', (engine) => {
  async function started(given: object): Promise<unknown> {
    const database = await createTestDatabase(engine);
    // Nest closes nothing of an application that does not start: the connection would keep the process of the spec from its end.
    let source: DataSource | undefined;
    const root = TypeOrmModule.forRootAsync({
      useFactory: () => ({ ...database.options, retryAttempts: 0, ...given }),
      dataSourceFactory: async (options) => (source = await new DataSource(options!).initialize()),
    });
    const making = Test.createTestingModule({
      imports: [root, TillbridgeModule.forRoot({ ...shopOptions(), workers: 'off' })],
    });
    try {
      const app = await making.compile();
      await app.close();
      return null;
    } catch (error) {
      return error;
    } finally {
      if (source?.isInitialized) await source.destroy();
      await database.drop();
    }
  }

  it('without the entities stops the start, and says what is missing', async () => {
    expect(await started({ entities: [] })).toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining('...tillbridgeEntities'),
    });
  });

  it('with them, or with what TypeORM loads by itself, is taken', async () => {
    expect(await started({ entities: [...tillbridgeEntities] })).toBeNull();
    expect(await started({ entities: [], autoLoadEntities: true })).toBeNull();
  });
});
