import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { carrierOf } from './gated-runner.js';
import { withoutLeadingComments } from './implicit-commits.js';
import { openRunner } from './open-transactions.js';

/** Carries out a statement of a query runner, or does something before and after it. */
export type AroundStatement = (sql: string, carryOut: () => unknown) => unknown;

/** Called with the name of what was done and to which table, as in `INSERT INTO invoice`; never with a value. */
export type OutsideWriteReport = (write: string) => void;

const WRITES = /^(?:INSERT|UPDATE|DELETE|REPLACE|MERGE|CALL)\b|^WITH\b.*\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\b/is;
/**
 * A statement from its first word up to the name of its table. Where that does not come first, as after WITH, nothing of it is
 * shown: a word further on may be a part of a value.
 */
const SUBJECT =
  /^(?:INSERT(?:\s+(?:OR\s+)?\w+)?\s+INTO|(?:REPLACE|MERGE)\s+INTO|DELETE\s+FROM|UPDATE|CALL)\s+[\w."`]+/i;

const WATCHED = Symbol.for('tillbridge.outsideWrites');

const reports = new WeakMap<QueryRunner, OutsideWriteReport>();

/** What a statement writes to which table; null if it changes no row. */
function writeOf(sql: string): string | null {
  const statement = withoutLeadingComments(sql);
  if (!WRITES.test(statement)) return null;
  return SUBJECT.exec(statement)?.[0].replace(/\s+/g, ' ') ?? 'a write';
}

/** The name of the table in the name of a write, without quotes and schema: `invoice` of `INSERT INTO "shop"."invoice"`. */
export const tableOfWrite = (write: string): string => /[^\s."`]*(?=["`]?$)/.exec(write)?.[0] ?? '';

/** Puts `around` around each statement of a query runner. */
export function tapStatements(runner: QueryRunner, around: AroundStatement): void {
  const original: unknown = runner.query;
  if (typeof original !== 'function') return;
  const query = (...parameters: unknown[]): unknown =>
    around(String(parameters[0]), (): unknown => Reflect.apply(original, runner, parameters));
  Object.assign(runner, { query });
}

/**
 * Shows each query runner that the DataSource makes to `tap`. A repository makes one for each statement outside of a transaction.
 *
 * @returns a function that restores the DataSource
 */
export function tapNewRunners(dataSource: DataSource, tap: (runner: QueryRunner) => void): () => void {
  const own = Object.getOwnPropertyDescriptor(dataSource, 'createQueryRunner');
  const create = dataSource.createQueryRunner.bind(dataSource);
  const createTapped: typeof create = (mode) => {
    const runner = create(mode);
    tap(runner);
    return runner;
  };
  Object.defineProperty(dataSource, 'createQueryRunner', { value: createTapped, configurable: true, writable: true });
  return () => {
    if (own) Object.defineProperty(dataSource, 'createQueryRunner', own);
    else Reflect.deleteProperty(dataSource, 'createQueryRunner');
  };
}

/**
 * Lets {@link reportOutsideWrites} see the query runners of a DataSource. A statement that runs in no transaction costs one
 * look at the calling context. Calling it again does nothing.
 */
export function trackOutsideWrites(dataSource: DataSource): void {
  if (WATCHED in dataSource) return;
  Object.defineProperty(dataSource, WATCHED, { value: true });
  tapNewRunners(dataSource, (runner) => {
    const open = openRunner(dataSource);
    const report = open && reports.get(open);
    if (!report) return;
    tapStatements(runner, (sql, carryOut) => {
      const write = reports.get(open) === report ? writeOf(sql) : null;
      if (write !== null) report(write);
      return carryOut();
    });
  });
}

/**
 * Reports each write of the code that has an EntityManager of a transaction and writes without it, as an injected repository
 * does: on all engines but SQLite, such a row is committed on its own and stays when the transaction is rolled back.
 *
 * @param tx - the transaction's EntityManager, of a DataSource that is tracked by {@link trackOutsideWrites}
 * @returns a function that ends the reports
 */
export function reportOutsideWrites({ queryRunner }: EntityManager, report: OutsideWriteReport): () => void {
  if (!queryRunner) return () => undefined;
  const runner = carrierOf(queryRunner);
  reports.set(runner, report);
  return () => void reports.delete(runner);
}
