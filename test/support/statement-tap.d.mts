import type { DataSource, QueryRunner } from 'typeorm';

/** A statement on its way to the database. */
export interface TappedStatement {
  /** In one line. */
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The earlier statements of the same transaction; empty outside of one. */
  readonly transaction: readonly string[];
  readonly runner: QueryRunner;
  /** Sends another statement over the same connection, without reporting it. */
  readonly raw: (sql: string) => Promise<unknown>;
}

/** The callbacks for each statement. If one throws before a statement, the statement is not sent. */
export interface StatementTap {
  before?(statement: TappedStatement): unknown;
  after?(statement: TappedStatement): unknown;
}

/**
 * Reports every statement of a DataSource to `tap`, including BEGIN and COMMIT.
 *
 * @returns a function that restores the DataSource
 */
export function tapStatements(dataSource: DataSource, tap: StatementTap): () => void;
