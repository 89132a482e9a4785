import type { QueryRunner } from 'typeorm';
import type { TableNames } from './table-names.js';

/** What of a table is in the database, by the names that the database has. */
export interface PresentParts {
  readonly isTable: boolean;
  readonly columns: ReadonlySet<string>;
  readonly indices: ReadonlySet<string>;
}

/** Looks what of a table is there already. Reads only, so that a preview of the migrations may look, too. */
export async function presentOf(runner: QueryRunner, { path }: TableNames): Promise<PresentParts> {
  const table = (await runner.hasTable(path)) ? await runner.getTable(path) : undefined;
  return {
    isTable: table !== undefined,
    columns: new Set(table?.columns.map(({ name }) => name)),
    indices: new Set(table?.indices.map(({ name }) => name!)),
  };
}
