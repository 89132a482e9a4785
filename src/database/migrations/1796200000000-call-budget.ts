import type { MigrationInterface, QueryRunner } from 'typeorm';
import { group } from './portable-columns.js';
import { createTable, dropTable, type PortableTable } from './table-builder.js';

/** What the calls of each terminal group have used up, over all processes; times in microseconds. */
const BUDGET: PortableTable = {
  name: 'tillbridge_call_budget',
  columns: [
    { ...group, isPrimary: true },
    { name: 'full_at', type: 'bigint', default: 0 },
    { name: 'granted', type: 'int', default: 0 },
    { name: 'paused_until', type: 'bigint', default: 0 },
  ],
};

/** One budget of calls for all processes of a shop. */
export class CallBudget1796200000000 implements MigrationInterface {
  readonly name = 'CallBudget1796200000000';

  up(runner: QueryRunner): Promise<void> {
    return createTable(runner, BUDGET);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropTable(runner, BUDGET);
  }
}
