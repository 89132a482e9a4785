import type { DataSource } from 'typeorm';
import { EngineError, type EngineErrorInit } from './engine-error.js';
import { engineOf } from './engine.js';
import { masterManager } from './master-manager.js';

interface SessionSettings {
  readonly mode: string;
  readonly autocommit: number | string;
  readonly completion: string;
}

/** A setting under which what the module stores would be wrong, or lost. */
interface RefusedSetting extends Pick<EngineErrorInit, 'code' | 'message'> {
  readonly isSet: (settings: SessionSettings) => boolean;
  /** The statement that ends it for connections to come. */
  readonly cure: string;
}

const sqlMode = (word: string, harm: string): RefusedSetting => ({
  code: 'SQL_MODE_UNSUPPORTED',
  isSet: ({ mode }) => mode.split(',').includes(word),
  message: `The database's sql_mode has ${word}: ${harm}.`,
  cure: `SET GLOBAL sql_mode = REPLACE(@@GLOBAL.sql_mode, '${word}', '')`,
});

const commits = (setting: string, isSet: RefusedSetting['isSet'], cure: string): RefusedSetting => ({
  code: 'COMMITS_UNSUPPORTED',
  isSet,
  message: `The database has ${setting}: a statement outside a transaction would not be committed, and an acknowledged notification would be gone with its connection.`,
  cure,
});

const REFUSED: readonly RefusedSetting[] = [
  // The driver escapes quotes with backslashes: an apostrophe in a name would end the text and begin a statement.
  sqlMode('NO_BACKSLASH_ESCAPES', 'values with quotes would be stored wrongly, or run as statements'),
  sqlMode('EMPTY_STRING_IS_NULL', 'empty texts would be refused where a column holds no NULL'),
  commits('autocommit = 0', ({ autocommit }) => Number(autocommit) === 0, 'SET GLOBAL autocommit = 1'),
  commits(
    'another completion_type than NO_CHAIN',
    ({ completion }) => completion !== 'NO_CHAIN',
    `SET GLOBAL completion_type = 'NO_CHAIN'`,
  ),
];

/**
 * Refuses a server of MySQL or MariaDB whose connections have settings under which stored data would be wrong or lost.
 * Call it at boot.
 *
 * @throws {EngineError} `SQL_MODE_UNSUPPORTED`, `COMMITS_UNSUPPORTED`
 * @example
 * await checkSessionSettings(dataSource);
 */
export async function checkSessionSettings(dataSource: DataSource): Promise<void> {
  const engine = engineOf(dataSource);
  if (engine !== 'mysql' && engine !== 'mariadb') return;
  const [settings]: SessionSettings[] = await masterManager(dataSource).query(
    'SELECT @@SESSION.sql_mode AS mode, @@SESSION.autocommit AS autocommit, @@SESSION.completion_type AS completion',
  );
  const refused = settings && REFUSED.find(({ isSet }) => isSet(settings));
  if (!refused) return;
  const { code, message, cure } = refused;
  const advice = `Change it in the server's configuration, and at once: ${cure}. Then start the shop again.`;
  throw new EngineError({ code, message, advice });
}
