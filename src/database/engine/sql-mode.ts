import type { DataSource } from 'typeorm';
import { EngineError } from './engine-error.js';
import { engineOf } from './engine.js';
import { masterManager } from './master-manager.js';

const REFUSED = 'NO_BACKSLASH_ESCAPES';

/**
 * Refuses a server of MySQL or MariaDB that reads a backslash as a plain character. The driver escapes quotes in values
 * with a backslash. On such a server JSON would be stored with the backslashes and could not be parsed, and an
 * apostrophe in a customer's name would end the text and begin a statement. Call it at boot.
 *
 * @throws {EngineError} `SQL_MODE_UNSUPPORTED`
 * @example
 * await checkSqlMode(dataSource);
 */
export async function checkSqlMode(dataSource: DataSource): Promise<void> {
  const engine = engineOf(dataSource);
  if (engine !== 'mysql' && engine !== 'mariadb') return;
  const [row]: { mode: string }[] = await masterManager(dataSource).query('SELECT @@SESSION.sql_mode AS mode');
  if (!row?.mode.split(',').includes(REFUSED)) return;
  throw new EngineError({
    code: 'SQL_MODE_UNSUPPORTED',
    message: `The database's sql_mode has ${REFUSED}: values with quotes would be stored wrongly, or run as statements.`,
    advice: `Take it out of sql_mode in the server's configuration, and at once: SET GLOBAL sql_mode = REPLACE(@@GLOBAL.sql_mode, '${REFUSED}', ''). Then start the shop again.`,
  });
}
