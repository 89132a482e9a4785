import type { MigrationInterface } from 'typeorm';
import { InitialTables1764000000000 } from './1764000000000-initial-tables.js';
import { MoneyAsItMoves1795400000000 } from './1795400000000-money-as-it-moves.js';

/** A shop may export a list with these in it: the compiler cannot write down classes that the package does not export. */
type Migration = new () => MigrationInterface;

/** Every migration of the module's tables, oldest first, for the host's TypeORM DataSource. They run on each engine. */
export const tillbridgeMigrations: readonly [Migration, ...Migration[]] = [
  InitialTables1764000000000,
  MoneyAsItMoves1795400000000,
];
