import type { DataSource, QueryRunner } from 'typeorm';

/** A statement on its way to the database. */
export interface TappedStatement {
  /** In one line. */
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The statements of the same transaction before it; empty outside of one. */
  readonly transaction: readonly string[];
  readonly runner: QueryRunner;
  /** Sends another statement over the same connection, unseen. */
  readonly raw: (sql: string) => Promise<unknown>;
}

/** What is reported about each statement. What throws before a statement keeps it from being sent. */
export interface StatementTap {
  before?(statement: TappedStatement): unknown;
  after?(statement: TappedStatement): unknown;
}

/**
 * Has every statement of a DataSource told to `tap`, BEGIN and COMMIT included.
 *
 * @returns how to put it back
 */
export function tapStatements(dataSource: DataSource, tap: StatementTap): () => void;
