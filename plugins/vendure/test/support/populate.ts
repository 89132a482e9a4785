import { createTestEnvironment } from '@vendure/testing';
import { join } from 'node:path';
import { ENGINES, templateDatabase } from './databases';
import { initialData } from './initial-data';
import { shopConfig } from './shop-config';

/** Fills the template of each engine: a shop with goods and the plugin's tables, from which every spec begins. */
async function populate(): Promise<void> {
  for (const engine of ENGINES) {
    const database = await templateDatabase(engine);
    const config = await shopConfig({ database: { ...database, synchronize: true } });
    const { server } = createTestEnvironment(config);
    await server.init({
      initialData,
      productsCsvPath: join(__dirname, '../../../test/fixtures/products.csv'),
      customerCount: 1,
    });
    await server.destroy();
  }
}

void populate().then(() => process.exit(0));
