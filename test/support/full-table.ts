import type { DataSource } from 'typeorm';

const TRIGGER = 'tillbridge_no_room';

/** As the server reports it: no new row finds room, while rows that are there can still be changed. */
const SERVER_TRIGGERS = {
  mariadb: (table: string) => [
    `CREATE TRIGGER ${TRIGGER}_${table} BEFORE INSERT ON ${table} FOR EACH ROW
     SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1114, MESSAGE_TEXT = 'The table is full'`,
  ],
  postgres: (table: string) => [
    `CREATE OR REPLACE FUNCTION ${TRIGGER}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`,
    `CREATE TRIGGER ${TRIGGER}_${table} BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${TRIGGER}()`,
  ],
};

/** What the driver throws: a trigger cannot raise it by itself. */
function refuseOnSqlite({ driver }: DataSource): void {
  const connection: unknown = Reflect.get(driver, 'databaseConnection');
  const define: unknown = Reflect.get(Object(connection), 'function');
  const noRoom = (): never => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  if (typeof define === 'function') Reflect.apply(define, connection, [TRIGGER, noRoom]);
}

/**
 * Lets tables have no room for another row, as on a full disk. Which table is the first to need another page is chance; a
 * real disk is filled by `npm run chaos -- disk-full`.
 *
 * @returns makes room again
 */
export async function fillTables(dataSource: DataSource, tables: readonly string[]): Promise<() => Promise<void>> {
  const { type } = dataSource.options;
  for (const table of tables) await fillTable(dataSource, table);
  return async () => {
    for (const table of tables)
      await dataSource.query(`DROP TRIGGER ${TRIGGER}_${table}${type === 'postgres' ? ` ON ${table}` : ''}`);
  };
}

async function fillTable(dataSource: DataSource, table: string): Promise<void> {
  const { type } = dataSource.options;
  if (type !== 'better-sqlite3') {
    const statements = SERVER_TRIGGERS[type === 'postgres' ? 'postgres' : 'mariadb'](table);
    for (const each of statements) await dataSource.query(each);
    return;
  }
  refuseOnSqlite(dataSource);
  await dataSource.query(
    `CREATE TEMP TRIGGER ${TRIGGER}_${table} BEFORE INSERT ON main.${table} BEGIN SELECT ${TRIGGER}(); END`,
  );
}
