import { Inject, Injectable, Logger } from '@nestjs/common';
import type { DataSource, QueryResult } from 'typeorm';
import { engineOf, insertOrIgnoreStatements, type Transactions } from '../../../database/engine/index.js';
import { messageOf, waitAtMost } from '../../../support/index.js';
import {
  DATA_SOURCE,
  TRANSACTIONS,
  type BudgetAnswer,
  type BudgetRequest,
  type CallBudget,
  type CallOptions,
} from '../../core/index.js';
import { SchemaReadiness } from '../schema-readiness.js';
import { CallBudgetEntity } from './call-budget.entity.js';
import { BudgetStatements, refillUs } from './call-budget.statements.js';

/** Longest time that a call waits for the database. Then the process applies its own limit. */
const PATIENCE_MS = 2_000;
/** How often it is checked, in the background, whether the database answers again. */
const PROBE_EVERY_MS = 2_000;

/**
 * By how much a bucket may be overdrawn, for example by processes with a larger burst during a deployment. A greater
 * overdraft dates from before the database's clock was set back, and would block calls for as long.
 */
const MOST_OVERDRAWN_US = 5_000_000;

/** How many calls an UPDATE has granted, in the form in which the engine returns it. */
function grantedBy({ records, affected, raw }: QueryResult): number {
  const [row]: { granted?: number }[] = records ?? [];
  if (row) return Number(row.granted);
  const id: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'insertId') : 0;
  return affected ? Number(id) : 0;
}

/**
 * The budget of calls in the database (decision 042). The process keeps no calls in stock: it takes only what waits at that
 * moment, so a process that dies withholds nothing from the others, and an idle one sends no statement.
 */
@Injectable()
export class SharedCallBudget implements CallBudget {
  private readonly logger = new Logger('Tillbridge:Calls');
  private known: BudgetStatements | undefined;
  private isAway = false;
  private probedAt = 0;

  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly readiness: SchemaReadiness,
  ) {}

  /** Not on SQLite by default: it has one process, and each of its statements waits for all others. */
  counts(choice: CallOptions['budget']): boolean {
    return (choice ?? (engineOf(this.dataSource) === 'sqlite' ? 'process' : 'shared')) === 'shared';
  }

  /** Takes calls now. @returns null when the database does not answer, or the table is missing */
  async take(request: BudgetRequest): Promise<BudgetAnswer | null> {
    // Missing tables are logged elsewhere. A process that shuts down has no connection left.
    if (!this.readiness.isReady || !this.dataSource.isInitialized) return null;
    if (!this.isAway) return this.inTime(() => this.ask(request));
    if (performance.now() - this.probedAt >= PROBE_EVERY_MS) void this.probe(request);
    return null;
  }

  /** Makes all processes pause. */
  async pause(group: string, pauseMs: number): Promise<void> {
    if (this.isAway || !this.readiness.isReady) return;
    await this.inTime(() => this.transactions.execute(this.statements.pause(group, pauseMs)));
  }

  private async ask(request: BudgetRequest): Promise<BudgetAnswer> {
    const granted = grantedBy(await this.transactions.execute(this.statements.take(request)));
    if (granted > 0) return { granted, held: null, pausedMs: 0 };
    const seen = await this.read(request);
    if (seen) return { granted, ...seen };
    await this.addRow(request.group);
    return this.ask(request);
  }

  /** What the bucket holds; null when the group has no row yet. */
  private async read({ group, limits, isPatient }: BudgetRequest): Promise<Omit<BudgetAnswer, 'granted'> | null> {
    const { sql, parameters } = this.statements.read(group, limits);
    const [row] = await this.transactions.read<{ held: number | string; pause: number | string }[]>((em) =>
      em.query(sql, parameters),
    );
    if (!row) return null;
    if (Number(row.held) < -MOST_OVERDRAWN_US) await this.transactions.execute(this.statements.empty(group, limits));
    return {
      held: Number(row.held) / refillUs(limits),
      pausedMs: isPatient ? Math.ceil(Number(row.pause) / 1_000) : 0,
    };
  }

  private async addRow(group: string): Promise<void> {
    const row = { group, fullAt: 0, granted: 0, pausedUntil: 0 };
    for (const statement of insertOrIgnoreStatements(this.dataSource, CallBudgetEntity, [row], ['group']))
      await this.transactions.execute(statement);
  }

  /** A late statement still runs in the database: calls that it takes there are lost, and refilled like others. */
  private async inTime<T>(work: () => Promise<T>): Promise<T | null> {
    const late = (): never => {
      throw new Error(`no answer within ${PATIENCE_MS} ms`);
    };
    try {
      return await waitAtMost(work(), { ms: PATIENCE_MS, late, ref: false });
    } catch (error) {
      this.leave(error);
      return null;
    }
  }

  private async probe(request: BudgetRequest): Promise<void> {
    this.probedAt = performance.now();
    const isThere = await this.read(request).then(
      () => true,
      () => false,
    );
    if (!isThere || !this.isAway) return;
    this.isAway = false;
    this.logger.log('The budget of calls is shared with the other processes again.');
  }

  private leave(error: unknown): void {
    if (this.isAway || !this.dataSource.isInitialized) return;
    [this.isAway, this.probedAt] = [true, performance.now()];
    const why = messageOf(error);
    this.logger.warn(
      `The budget of calls that all processes share cannot be read (${why}). Until it can, this process goes by its own limit.`,
    );
  }

  private get statements(): BudgetStatements {
    this.known ??= new BudgetStatements(this.dataSource);
    return this.known;
  }
}
