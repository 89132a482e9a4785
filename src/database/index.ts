export { tillbridgeEntities } from './entities.js';
export { tillbridgeMigrations } from './migrations/index.js';
