/** Tells `npx tillbridge`, called in this folder, how the built shop is opened. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tillbridge';
import { readConfig } from '../../dist/examples/shop/config.js';
import { createShop } from '../../dist/examples/shop/shop-server.js';
import { ShopModule } from '../../dist/examples/shop/shop.module.js';

/** Where `npm start`, called in the folder of package.json, keeps its data. */
const dataFolder = process.env.DATA_FOLDER ?? fileURLToPath(new URL('../../data', import.meta.url));

export default defineConfig({
  module: () => {
    mkdirSync(dataFolder, { recursive: true });
    return ShopModule.with({ ...readConfig(), dataFolder });
  },
  create: createShop,
});
