import type Sqlite from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { tillbridgeMigrations } from '../../../src/database/index.js';

/** A table with the columns that came after the first release, and what they hold when no one fills them. */
interface GrownTable {
  readonly name: string;
  readonly defaults: Readonly<Record<string, unknown>>;
}

interface ColumnInfo {
  readonly name: string;
  readonly dflt_value: string | null;
}

type Row = Readonly<Record<string, unknown>>;

/** What those columns hold, by table and row. */
export type Remembered = ReadonlyMap<string, ReadonlyMap<unknown, Row>>;

const ROW = 'its_row';
const COLUMNS = 'SELECT name, dflt_value FROM pragma_table_info(?)';

/**
 * A replica of the first release beside those of the present one, as far as it can be seen in the tables: whatever it writes,
 * the columns that it does not know stay as they were, and are empty in rows that it adds. Its code is not run: there is none
 * here.
 */
export class OlderRelease {
  private constructor(
    private readonly db: Sqlite.Database,
    private readonly tables: readonly GrownTable[],
  ) {}

  /** @param db - the tables of the present release */
  static async beside(db: Sqlite.Database, names: readonly string[]): Promise<OlderRelease> {
    const migrations = [tillbridgeMigrations[0]];
    const place = { type: 'better-sqlite3', database: ':memory:' } as const;
    const older = await new DataSource({ ...place, migrations, migrationsRun: true }).initialize();
    const known = new Map<string, Set<string>>();
    for (const name of names) {
      const columns = (await older.query(COLUMNS, [name])) as ColumnInfo[];
      if (columns.length > 0) known.set(name, new Set(columns.map((column) => column.name)));
    }
    await older.destroy();
    return new OlderRelease(
      db,
      [...known].flatMap(([name, columns]) => grown(db, name, columns)),
    );
  }

  /** What those columns hold before it does its work. */
  remember(): Remembered {
    return new Map(this.tables.map((table) => [table.name, this.#rowsOf(table)]));
  }

  /** Has what was done since then been done by it. @returns how many rows are other ones by that */
  redo(before: Remembered): number {
    return this.tables.reduce((sum, table) => sum + this.#redoIn(table, before.get(table.name)!), 0);
  }

  #redoIn(table: GrownTable, before: ReadonlyMap<unknown, Row>): number {
    const names = Object.keys(table.defaults);
    const update = this.db.prepare(
      `UPDATE ${table.name} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE rowid = ?`,
    );
    let changed = 0;
    for (const [id, row] of this.#rowsOf(table)) {
      const left = before.get(id) ?? table.defaults;
      if (names.every((name) => row[name] === left[name])) continue;
      update.run(...names.map((name) => left[name]), id);
      changed += 1;
    }
    return changed;
  }

  #rowsOf({ name, defaults }: GrownTable): Map<unknown, Row> {
    const columns = Object.keys(defaults).join(', ');
    const rows = this.db.prepare<[], Row>(`SELECT rowid AS ${ROW}, ${columns} FROM ${name}`).all();
    return new Map(rows.map((row) => [row[ROW], row]));
  }
}

function grown(db: Sqlite.Database, name: string, known: ReadonlySet<string>): GrownTable[] {
  const columns = db.prepare<[string], ColumnInfo>(COLUMNS).all(name);
  const added = columns.filter((column) => !known.has(column.name));
  const defaults = added.map(({ name: column, dflt_value: value }) => [column, value === null ? null : Number(value)]);
  return added.length === 0 ? [] : [{ name, defaults: Object.fromEntries(defaults) as Row }];
}
