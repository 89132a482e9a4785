import { InitialTables1764000000000 } from './1764000000000-initial-tables.js';

/** Every migration of the module's tables, oldest first, for the host's TypeORM DataSource. They run on each engine. */
export const tillbridgeMigrations = [InitialTables1764000000000] as const;
