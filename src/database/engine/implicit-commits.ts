import type { Engine } from './engine.js';

/**
 * What a statement does to its transaction. `explicit`: it commits, as `COMMIT` does. `implicit`: the server commits
 * before it (MySQL and MariaDB). `unseen`: it may commit, and its text does not tell. `none`: the transaction stays
 * open or is rolled back.
 */
export type CommitKind = 'explicit' | 'implicit' | 'unseen' | 'none';

/** Comments that the server skips; it does read `/*! … *\/`. Strings are matched first, because they may look like comments. */
const WORDLESS =
  /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|--(?=\s|$)[^\n]*|#[^\n]*|\/\*(?!M?!)[\s\S]*?\*\/|\/\*M?!\d*|\*\//g;
const LEADING_COMMENTS = /^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/;

/** A statement from its first word on: tracers and query builders write comments before it. */
export const withoutLeadingComments = (sql: string): string => sql.replace(LEADING_COMMENTS, '');

const EXPLICIT = /^(?:COMMIT|END|PREPARE\s+TRANSACTION)\b/i;

/** From the manuals of MySQL and MariaDB, "Statements that cause an implicit commit"; temporary tables do not commit. */
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

/** Statements that never commit, with any content: a function or a trigger cannot commit. */
const HARMLESS =
  /^(?:\(|(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|VALUES|TABLE|DO|SHOW|EXPLAIN|DESC|DESCRIBE|SAVEPOINT|RELEASE|ROLLBACK|USE|HANDLER|PREPARE|DEALLOCATE|CREATE|DROP|SET(?!\s+STATEMENT\b))\b)/i;

function kindOf(statement: string): CommitKind {
  if (EXPLICIT.test(statement)) return 'explicit';
  if (IMPLICIT.test(statement)) return 'implicit';
  return HARMLESS.test(statement) ? 'none' : 'unseen';
}

/**
 * Whether a statement commits its transaction. On MySQL and MariaDB a connection may allow several statements in one
 * text, so each is checked; elsewhere the first word decides.
 */
export function commitKindOf(sql: string, engine: Engine): CommitKind {
  if (engine === 'postgres' || engine === 'sqlite')
    return EXPLICIT.test(withoutLeadingComments(sql)) ? 'explicit' : 'none';
  const words = sql.replaceAll(WORDLESS, (found) => (/^["']/.test(found) ? "''" : ' '));
  const parts = words.split(';').map((each) => each.trim());
  const kinds = new Set(parts.filter((each) => each !== '').map(kindOf));
  return (['explicit', 'implicit', 'unseen'] as const).find((kind) => kinds.has(kind)) ?? 'none';
}

/** The status bit of MySQL and MariaDB for an open transaction, part of every answer without rows. */
const SERVER_STATUS_IN_TRANS = 1;

/** Whether a transaction is open, according to an answer of MySQL or MariaDB; undefined if the answer does not tell. */
export function saysInTransaction(answer: unknown): boolean | undefined {
  const status: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'serverStatus') : undefined;
  return typeof status === 'number' ? (status & SERVER_STATUS_IN_TRANS) !== 0 : undefined;
}
