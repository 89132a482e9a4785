import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateMigration, runMigrations, type VendureConfig } from '@vendure/core';
import { DataSource } from 'typeorm';
import { emptyDatabase, ENGINES } from './support/databases';
import { plainConfig, shopConfig } from './support/shop-config';

/** Makes the tables of a shop that never heard of the plugin, as it made them itself. */
async function existingShop(config: VendureConfig): Promise<void> {
  const { preBootstrapConfig } = await import('@vendure/core/dist/bootstrap.js');
  const { dbConnectionOptions } = await preBootstrapConfig(config);
  const source = await new DataSource({ ...dbConnectionOptions, synchronize: true }).initialize();
  await source.destroy();
}

for (const engine of ENGINES) {
  describe(`migrations (${engine})`, () => {
    it('an existing shop gets the tables, and Vendure finds nothing to generate', async () => {
      const database = await emptyDatabase(engine);
      await existingShop(await plainConfig({ ...database }));
      const ran = await runMigrations(await shopConfig({ database: { ...database } }));
      assert.ok(ran.includes('TillbridgePaymentRecords1796000000000'), JSON.stringify(ran));
      const generated = await generateMigration(await shopConfig({ database: { ...database } }), {
        name: 'nothing',
        outputDir: '/nonexistent',
      });
      assert.equal(generated, undefined);
      assert.deepEqual(await runMigrations(await shopConfig({ database: { ...database } })), []);
    });
  });
}
