import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { tapNewRunners, tapStatements } from '../database/engine/index.js';
import type { Findings, Trail } from './rehearse-findings.js';

const READS =
  /^\s*(SELECT|SHOW|EXPLAIN|PRAGMA|WITH\b(?!.*\b(INSERT|UPDATE|DELETE)\b)|SAVEPOINT|RELEASE|ROLLBACK\s+TO)\b/is;
const ENDS_TRANSACTION = /^\s*(COMMIT|ROLLBACK(?!\s+TO)|BEGIN|START\s+TRANSACTION)\b/i;
/** MySQL and MariaDB commit before each of these. */
const COMMITS_SILENTLY = /^\s*(CREATE|ALTER|DROP|TRUNCATE|RENAME|LOCK\s+TABLES)\b/i;

const inOneLine = (sql: string): string => sql.replace(/\s+/g, ' ').trim();

/** Reports every statement of a runner to `report`; the work of its driver is not watched. */
const tapRunner = (runner: QueryRunner, trail: Trail, report: (sql: string) => void): void =>
  tapStatements(runner, (sql, carryOut) => {
    report(inOneLine(sql));
    return trail.pause(carryOut);
  });

/** Records what a handler writes through the given EntityManager. */
export function tapTransaction(tx: EntityManager, trail: Trail): void {
  const { queryRunner } = tx;
  if (!queryRunner) return;
  tapRunner(queryRunner, trail, (sql) => {
    const { findings } = trail;
    if (ENDS_TRANSACTION.test(sql)) findings?.outside.add(`ended the transaction itself (${sql})`);
    else if (COMMITS_SILENTLY.test(sql)) findings?.outside.add(`ran what some databases commit at once (${sql})`);
    else if (!READS.test(sql)) findings?.statements.push(sql);
  });
}

/**
 * Records what handlers write without the given EntityManager, for example through a repository. On most engines that
 * is another connection, so it is committed even if the transaction is rolled back.
 *
 * @returns a function that restores the DataSource
 */
export const tapDataSource = (dataSource: DataSource, trail: Trail): (() => void) =>
  tapNewRunners(dataSource, (runner) => {
    if (!trail.findings) return;
    tapRunner(runner, trail, (sql) => {
      if (!READS.test(sql)) trail.findings?.outside.add(`wrote past the EntityManager it was given (${sql})`);
    });
  });

/** Statements that only one of the two runs wrote. Parameters are ignored, because ids and times rightly differ. */
export function differences(first: Findings, second: Findings): string[] {
  const only = (some: readonly string[], others: readonly string[]): string[] => {
    const left = [...others];
    return some.filter((sql) => {
      const index = left.indexOf(sql);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
  };
  return [
    ...only(first.statements, second.statements).map((sql) => `wrote only the first time: ${sql}`),
    ...only(second.statements, first.statements).map((sql) => `wrote only the second time: ${sql}`),
  ];
}
