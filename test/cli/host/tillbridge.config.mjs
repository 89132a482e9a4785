import { defineConfig } from 'tillbridge';

/** What the command line is informed of the shop beside it. */
export default defineConfig({
  module: async () => (await import('./shop.mjs')).Shop,
  create: async (module, options) => (await import('./shop.mjs')).create(module, options),
});
