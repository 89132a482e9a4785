import type { DataSource } from 'typeorm';
import { EngineError } from './engine-error.js';
import { engineOf } from './engine.js';
import { masterManager } from './master-manager.js';

const REFUSED = 'NO_BACKSLASH_ESCAPES';

/**
 * Refuses a server of MySQL or MariaDB that takes a backslash for a letter. The driver puts values into statements itself,
 * and a backslash before each quote in them: JSON would be stored with the backslashes, where no one can read it again, and
 * an apostrophe in a shopper's name would end the text and begin a statement. To be called at boot.
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
