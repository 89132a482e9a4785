import { AsyncLocalStorage } from 'node:async_hooks';
import { QueryFailedError, type DataSource } from 'typeorm';
import { tapStatements, type TappedStatement } from '../../support/statement-tap.mjs';

/**
 * What befalls anyone who works with the database.
 * - `fails`: one statement fails, for good. `busy`: one fails, and may be tried again.
 * - `dies`: from one statement on nothing of this work reaches the database any more, as when its process is killed.
 * - `does not answer`: one COMMIT takes place, and no one who waits for it hears so.
 */
export type TroubleKind = 'fails' | 'busy' | 'dies' | 'does not answer';

/** Which statement of some work it is, counted from 0, and what happens there. */
export interface Trouble {
  readonly kind: TroubleKind;
  readonly at: number;
}

interface Worker {
  readonly trouble: Trouble | null;
  seen: number;
}

const CODES: Readonly<Record<TroubleKind, string>> = {
  fails: 'SQLITE_IOERR',
  busy: 'SQLITE_BUSY',
  dies: 'SQLITE_IOERR',
  // SQLite has no connection that could be lost: as after a lost one, the work is done again, and may find itself done.
  'does not answer': 'SQLITE_BUSY',
};
/** A work of so many statements commits once or twice. */
const STATEMENTS_A_COMMIT = 4;
/** Marks the failures that were injected. */
const INJECTED = 'injected by the simulation';

/** Whether this failure, or what it was caused by, was injected. */
export function isInjected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message.includes(INJECTED) || isInjected(error.cause);
}

function fail(kind: TroubleKind, { sql, runner }: TappedStatement): never {
  const cause = Object.assign(new Error(INJECTED), { code: CODES[kind] });
  throw new QueryFailedError(`${sql.slice(0, 60)} (${runner.connection.options.type})`, [], cause);
}

/** Breaks statements of one DataSource: those of some work only, or of anyone who comes next. */
export class Troubles {
  readonly #workers = new AsyncLocalStorage<Worker>();
  #others: Worker = { trouble: null, seen: 0 };

  constructor(
    dataSource: DataSource,
    private readonly onStruck: (kind: TroubleKind, sql: string) => void,
  ) {
    tapStatements(dataSource, {
      before: (statement) => this.#before(statement),
      after: (statement) => this.#after(statement),
    });
  }

  /** Does some work, which this befalls; nothing of it gets lost when it is null. */
  during<T>(trouble: Trouble | null, work: () => Promise<T>): Promise<T> {
    return this.#workers.run({ trouble, seen: 0 }, work);
  }

  /** What befalls those who are not told: requests of the service, to begin with. Null: nothing from now on. */
  next(trouble: Trouble | null): void {
    this.#others = { trouble, seen: 0 };
  }

  get #worker(): Worker {
    return this.#workers.getStore() ?? this.#others;
  }

  #before(statement: TappedStatement): void {
    const worker = this.#worker;
    const { trouble } = worker;
    // A transaction whose process is dead is rolled back, too.
    if (trouble === null || trouble.kind === 'does not answer' || statement.sql.startsWith('ROLLBACK')) return;
    const number = worker.seen;
    worker.seen += 1;
    if (trouble.kind === 'dies' ? number < trouble.at : number !== trouble.at) return;
    if (number === trouble.at) this.onStruck(trouble.kind, statement.sql);
    fail(trouble.kind, statement);
  }

  #after(statement: TappedStatement): void {
    const worker = this.#worker;
    if (worker.trouble?.kind !== 'does not answer' || statement.sql !== 'COMMIT') return;
    const number = worker.seen;
    worker.seen += 1;
    if (number !== Math.floor(worker.trouble.at / STATEMENTS_A_COMMIT)) return;
    this.onStruck('does not answer', statement.sql);
    fail('does not answer', statement);
  }
}
