import type { DataSource } from 'typeorm';
import { engineOf, RowMaker, type Engine, type Statement } from '../../../database/engine/index.js';
import type { BudgetRequest } from '../../core/index.js';
import { CallBudgetEntity } from './call-budget.entity.js';

const SECOND_US = 1_000_000;
/**
 * Longest pause that is accepted: the longest that the service may ask for, and what replicas add to it. A later time was
 * written before the database's clock was set back.
 */
const LONGEST_PAUSE_US = 2 * 3_600 * SECOND_US;

interface Dialect {
  /** Epoch microseconds: constant within a statement, and never in the future. */
  readonly now: string;
  readonly greatest: string;
  readonly least: string;
  /** Division of whole numbers. */
  readonly by: string;
  /** An expression whose value the answer of the statement contains. */
  readonly noted: (value: string) => string;
  readonly returning: (column: string) => string;
}

const MYSQL: Dialect = {
  now: "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))",
  greatest: 'GREATEST',
  least: 'LEAST',
  by: 'DIV',
  noted: (value) => `LAST_INSERT_ID(${value})`,
  returning: () => '',
};

const DIALECTS: Readonly<Record<Engine, Dialect>> = {
  mysql: MYSQL,
  mariadb: MYSQL,
  postgres: {
    now: 'CAST(floor(extract(epoch FROM statement_timestamp()) * 1000000) AS bigint)',
    greatest: 'GREATEST',
    least: 'LEAST',
    by: '/',
    noted: (value) => value,
    // The host's naming strategy may have given the column another name.
    returning: (column) => ` RETURNING ${column} AS granted`,
  },
  sqlite: {
    now: "(CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) * 1000)",
    greatest: 'max',
    least: 'min',
    by: '/',
    noted: (value) => value,
    returning: (column) => ` RETURNING ${column} AS granted`,
  },
};

type Limits = BudgetRequest['limits'];

/** The time in which one call is refilled, in microseconds; rounded up, so that the rate is never exceeded. */
export const refillUs = ({ callsPerSecond }: Pick<Limits, 'callsPerSecond'>): number =>
  Math.ceil(SECOND_US / callsPerSecond);

/**
 * The statements of the shared budget. They calculate in the database with its clock, so that the clocks of the replicas and
 * the delay on the way do not matter. Each statement is atomic.
 */
export class BudgetStatements {
  private readonly dialect: Dialect;
  private readonly rows: RowMaker;

  constructor(dataSource: DataSource) {
    this.dialect = DIALECTS[engineOf(dataSource)];
    this.rows = RowMaker.of(dataSource, CallBudgetEntity);
  }

  /** Takes up to the requested number of calls; changes no row when there are none. */
  take({ group, calls, reserved, isPatient, limits }: BudgetRequest): Statement {
    const { least, by, noted, returning } = this.dialect;
    const refill = refillUs(limits);
    const free = `(${this.held(limits)} - ${reserved * refill})`;
    const taken = `${least}(${calls}, ${free} ${by} ${refill})`;
    const [fullAt, granted] = [this.rows.column('fullAt'), this.rows.column('granted')];
    // MySQL sets columns from left to right, so a column that is used later must be set later.
    const set = `${granted} = ${noted(taken)}, ${fullAt} = ${this.base} + ${taken} * ${refill}`;
    const unpaused = isPatient ? ` AND NOT ${this.isPaused}` : '';
    return this.ofGroup(
      group,
      (own) =>
        `UPDATE ${this.rows.table} SET ${set} WHERE ${own} AND ${free} >= ${refill}${unpaused}${returning(granted)}`,
    );
  }

  /** What the bucket holds, in microseconds of refilling, negative if it was overdrawn; and the rest of the pause. */
  read(group: string, limits: Limits): Statement {
    const pause = `CASE WHEN ${this.isPaused} THEN ${this.rows.column('pausedUntil')} - ${this.dialect.now} ELSE 0 END`;
    return this.ofGroup(
      group,
      (own) => `SELECT ${this.held(limits)} AS held, ${pause} AS pause FROM ${this.rows.table} WHERE ${own}`,
    );
  }

  /** Sets an overdrawn bucket to empty. */
  empty(group: string, limits: Limits): Statement {
    const { now, least } = this.dialect;
    const fullAt = this.rows.column('fullAt');
    const set = `${fullAt} = ${least}(${fullAt}, ${now} + ${limits.burst * refillUs(limits)})`;
    return this.ofGroup(group, (own) => `UPDATE ${this.rows.table} SET ${set} WHERE ${own}`);
  }

  /** Begins a pause of so many milliseconds, or extends it. */
  pause(group: string, pauseMs: number): Statement {
    const { now, greatest } = this.dialect;
    const until = this.rows.column('pausedUntil');
    const standing = `CASE WHEN ${this.isPaused} THEN ${until} ELSE 0 END`;
    const set = `${until} = ${greatest}(${standing}, ${now} + ${Math.ceil(pauseMs) * 1_000})`;
    return this.ofGroup(group, (own) => `UPDATE ${this.rows.table} SET ${set} WHERE ${own}`);
  }

  private ofGroup(group: string, sql: (own: string) => string): Statement {
    return { sql: sql(`${this.rows.column('group')} = ${this.rows.placeholders(1)}`), parameters: [group] };
  }

  private held(limits: Limits): string {
    return `(${limits.burst * refillUs(limits)} + ${this.dialect.now} - ${this.base})`;
  }

  /** When the bucket is full; not earlier than now. */
  private get base(): string {
    return `${this.dialect.greatest}(${this.rows.column('fullAt')}, ${this.dialect.now})`;
  }

  private get isPaused(): string {
    const { now } = this.dialect;
    const until = this.rows.column('pausedUntil');
    return `(${until} > ${now} AND ${until} <= ${now} + ${LONGEST_PAUSE_US})`;
  }
}
