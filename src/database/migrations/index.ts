import { InitialTables1764000000000 } from './1764000000000-initial-tables.js';
import { MoneyAsItMoves1795400000000 } from './1795400000000-money-as-it-moves.js';

/** Every migration of the module's tables, oldest first, for the host's TypeORM DataSource. They run on each engine. */
export const tillbridgeMigrations = [InitialTables1764000000000, MoneyAsItMoves1795400000000] as const;
