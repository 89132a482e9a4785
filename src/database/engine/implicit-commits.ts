import type { Engine } from './engine.js';

/**
 * What a statement does to the transaction it is in. `explicit`: it commits, as `COMMIT` does. `implicit`: the server commits of
 * itself before it (MySQL and MariaDB). `unseen`: it may, and its text does not tell. `none`: it leaves the transaction open,
 * or takes it back.
 */
export type CommitKind = 'explicit' | 'implicit' | 'unseen' | 'none';

/** Comments that the server does not read; `/*! … *\/` it does. Strings go before them: they may look like comments. */
const WORDLESS =
  /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|--(?=\s|$)[^\n]*|#[^\n]*|\/\*(?!M?!)[\s\S]*?\*\/|\/\*M?!\d*|\*\//g;
const LEADING_COMMENTS = /^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/;

const EXPLICIT = /^(?:COMMIT|END|PREPARE\s+TRANSACTION)\b/i;

/** Of MySQL's and MariaDB's manuals, "Statements that cause an implicit commit"; temporary tables commit nothing. */
const IMPLICIT = new RegExp(
  `^(?:${[
    String.raw`CREATE\b(?!(?:\s+OR\s+REPLACE)?\s+TEMPORARY\b)`,
    String.raw`DROP\b(?!\s+(?:TEMPORARY|PREPARE)\b)`,
    String.raw`(?:ALTER|RENAME|TRUNCATE|GRANT|REVOKE|INSTALL|UNINSTALL|FLUSH|OPTIMIZE|REPAIR|CHANGE|STOP|SHUTDOWN|BACKUP)\b`,
    String.raw`(?:ANALYZE|CHECK)\s+(?:(?:NO_WRITE_TO_BINLOG|LOCAL)\s+)?(?:TABLES?|VIEW)\b`,
    String.raw`(?:LOCK|UNLOCK)\s+TABLES?\b`,
    String.raw`(?:CACHE|LOAD)\s+INDEX\b`,
    String.raw`RESET\b(?!\s+PERSIST\b)`,
    String.raw`(?:BEGIN\b(?!\s+NOT\b)|START\b)`,
    String.raw`SET\s+(?:PASSWORD\b|(?:[^]*,\s*)?(?:@@)?(?:(?:SESSION|LOCAL)\b[\s.]*)?\x60?AUTOCOMMIT\x60?\s*:?=(?!\s*(?:0|OFF|FALSE)\b))`,
  ].join('|')})`,
  'i',
);

/** What never commits, whatever else stands in it: a function or a trigger cannot. */
const HARMLESS =
  /^(?:\(|(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|VALUES|TABLE|DO|SHOW|EXPLAIN|DESC|DESCRIBE|SAVEPOINT|RELEASE|ROLLBACK|USE|HANDLER|PREPARE|DEALLOCATE|CREATE|DROP|SET(?!\s+STATEMENT\b))\b)/i;

function kindOf(statement: string): CommitKind {
  if (EXPLICIT.test(statement)) return 'explicit';
  if (IMPLICIT.test(statement)) return 'implicit';
  return HARMLESS.test(statement) ? 'none' : 'unseen';
}

/**
 * Whether a statement commits the transaction it is in. On MySQL and MariaDB each of several in one text is judged, for a
 * connection may allow them; elsewhere the first word decides.
 */
export function commitKindOf(sql: string, engine: Engine): CommitKind {
  if (engine === 'postgres' || engine === 'sqlite')
    return EXPLICIT.test(sql.replace(LEADING_COMMENTS, '')) ? 'explicit' : 'none';
  const words = sql.replaceAll(WORDLESS, (found) => (/^["']/.test(found) ? "''" : ' '));
  const parts = words.split(';').map((each) => each.trim());
  const kinds = new Set(parts.filter((each) => each !== '').map(kindOf));
  return (['explicit', 'implicit', 'unseen'] as const).find((kind) => kinds.has(kind)) ?? 'none';
}

/** What MySQL and MariaDB say with every answer that has no rows: a transaction is open. */
const SERVER_STATUS_IN_TRANS = 1;

/** Whether a transaction is open on a connection, as an answer of MySQL or MariaDB says; undefined where it does not say. */
export function saysInTransaction(answer: unknown): boolean | undefined {
  const status: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'serverStatus') : undefined;
  return typeof status === 'number' ? (status & SERVER_STATUS_IN_TRANS) !== 0 : undefined;
}
