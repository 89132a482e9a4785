/** What the rest of the package needs of a database engine: gates, transactions, locks, claims, columns, a clock. */
export * from './claim-rows.js';
export * from './claimable-row.js';
export * from './columns.js';
export { countUpTo } from './count-rows.js';
export * from './database-clock.js';
export { checkDurability, judgeMysql, judgePostgres } from './durability.js';
export * from './engine-error.js';
export { checkEngineVersion, engineOf, isMariadbInDisguise, type Engine } from './engine.js';
export * from './insert-or-ignore.js';
export { lockRow } from './lock-row.js';
export { lockRows, readRows, updateRows } from './many-rows.js';
export { hasReplicas, masterManager } from './master-manager.js';
export { missingTables, ownTables, type MissingTable } from './own-tables.js';
export { hearPostgresClients } from './postgres-clients.js';
export { quotePath } from './quote-path.js';
export { insertRows, RowMaker } from './row-statements.js';
export * from './sqlite-gate.js';
export * from './transactions.js';
