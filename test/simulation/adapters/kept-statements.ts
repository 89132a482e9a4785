import Sqlite from 'better-sqlite3';

/** More different ones than both sides have. */
const MOST = 2_000;
let isKept = false;

/**
 * Has every connection of this process prepare each statement once: behind the gate of SQLite each transaction has a query
 * runner of its own, and preparing anew is a third of what a schedule costs.
 */
export function keepStatements(): void {
  if (isKept) return;
  isKept = true;
  const { prototype } = Sqlite;
  const { prepare } = prototype;
  const kept = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement>>();
  const cached = function (this: Sqlite.Database, sql: string): Sqlite.Statement {
    const ofThis = kept.get(this) ?? new Map<string, Sqlite.Statement>();
    kept.set(this, ofThis);
    const known = ofThis.get(sql);
    // One that is being read row by row cannot begin anew.
    if (known && !known.busy) return known;
    const statement = Reflect.apply(prepare, this, [sql]);
    if (ofThis.size < MOST) ofThis.set(sql, statement);
    return statement;
  };
  Object.assign(prototype, { prepare: cached });
}
