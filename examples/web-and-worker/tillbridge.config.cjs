/** How `npx tillbridge`, called in this folder, opens the shop. */
const { defineConfig } = require('tillbridge');
const { createWeb } = require('./dist/create-web.js');
const { WebModule } = require('./dist/web.module.js');

module.exports = defineConfig({ module: () => WebModule, create: createWeb });
