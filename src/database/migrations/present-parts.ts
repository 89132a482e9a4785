import type { QueryRunner } from 'typeorm';
import type { TableNames } from './table-names.js';

/** Which parts of a table exist in the database, by their names there. */
export interface PresentParts {
  readonly isTable: boolean;
  readonly columns: ReadonlySet<string>;
  readonly indices: ReadonlySet<string>;
}

/** Reads which parts of a table exist. It only reads, so a preview of the migrations can call it too. */
export async function presentOf(runner: QueryRunner, { path }: TableNames): Promise<PresentParts> {
  const table = (await runner.hasTable(path)) ? await runner.getTable(path) : undefined;
  return {
    isTable: table !== undefined,
    columns: new Set(table?.columns.map(({ name }) => name)),
    indices: new Set(table?.indices.map(({ name }) => name!)),
  };
}
