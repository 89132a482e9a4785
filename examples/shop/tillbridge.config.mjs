/** How `npx tillbridge`, called in this folder, opens the built shop. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tillbridge';
import { readConfig } from '../../dist/examples/shop/config.js';
import { createShop } from '../../dist/examples/shop/shop-server.js';
import { ShopModule } from '../../dist/examples/shop/shop.module.js';

/** The data folder of `npm start`, called in the folder of package.json. */
const dataFolder = process.env.DATA_FOLDER ?? fileURLToPath(new URL('../../data', import.meta.url));

export default defineConfig({
  module: () => {
    mkdirSync(dataFolder, { recursive: true });
    return ShopModule.with({ ...readConfig(), dataFolder });
  },
  create: createShop,
});
