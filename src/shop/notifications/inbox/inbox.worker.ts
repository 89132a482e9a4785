import { Inject, Injectable, Logger } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { afterCommit, isDiskFull, type Transactions } from '../../../database/engine/index.js';
import { isPaymentError } from '../../../protocol/index.js';
import { backoffMs, type Clock } from '../../../support/index.js';
import { AttemptEntity, Ledger, OrderReader, OTHER_MODE, type ObserveOutcome } from '../../orders/index.js';
import { readMarked } from '../../refund-records/index.js';
import { SPAN, traced, tracedTogether } from '../../telemetry/index.js';
import {
  isForeignId,
  TerminalGroups,
  messages,
  CLOCK,
  TRANSACTIONS,
  ErrorRedactor,
  ThrottledLogger,
  KEYLESS_MS,
} from '../../core/index.js';
import {
  afterFailure,
  BatchSize,
  isSpent,
  LeasedRows,
  LeaseLost,
  type BatchWork,
  type RowHandler,
} from '../../workers/index.js';
import { aboutOf, isLeftOver, isToWait, toObservation } from './inbox-observations.js';
import { completeBodies, isInParts } from './notification-bodies.js';
import { splitFresh } from './inbox-batches.js';
import { inOtherMode, withoutOrder } from './inbox-waits.js';
import { NotificationEntity } from './notification.entity.js';

/** How many notifications share a transaction: as many as their handlers finish in this time, because their orders are locked. */
const TOGETHER = { budgetMs: 100, most: 64 };
const BATCHES_AT_ONCE = 2;

/** Time between two checks whether an order's rows have the new name of their group, in milliseconds. */
const UNMOVED_MS = 600_000;

/** The next read comes after a second, and then twice as late each time: a copy of the service may lag behind. */
const ASK_AGAIN = { baseMs: 1_000, capMs: 600_000, jitter: 'equal' } as const;

/** Passes notifications from the inbox to the ledger: each at least once, in any order. The ledger applies each once. */
@Injectable()
export class InboxWorker implements RowHandler<NotificationEntity> {
  private readonly logger = new Logger('Tillbridge:Inbox');
  /** For failures that are tried again: thousands may fail for one reason. */
  private readonly retried = new ThrottledLogger(this.logger);

  /** Processes many notifications together, with the same result as one by one (decision 018). */
  readonly batches: BatchWork<NotificationEntity>;

  readonly sharesPlaces = true;
  readonly rows: LeasedRows<NotificationEntity>;
  private readonly batchSize = new BatchSize(TOGETHER);
  /** Notifications that the ledger has seen in a batch: only the read is left to do. */
  private readonly asked = new WeakSet<NotificationEntity>();

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly ledger: Ledger,
    private readonly reader: OrderReader,
    private readonly groups: TerminalGroups,
    private readonly texts: ErrorRedactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rows = new LeasedRows(transactions, clock, { entity: NotificationEntity });
    const { batchSize } = this;
    this.batches = {
      get size() {
        return batchSize.current;
      },
      atOnce: BATCHES_AT_ONCE,
      split: (some) => splitFresh(some, batchSize.current, (row) => groups.find(row.group) !== undefined),
      perform: (some) => this.performTogether(some),
    };
  }

  /** Applies one notification. */
  async perform(row: NotificationEntity): Promise<void> {
    const waitMs = await this.groups.rowsWaitMs(row.group);
    if (waitMs > 0)
      return void (await this.transactions.run((tx) => this.rows.end(tx, row, this.waiting(row, waitMs))));
    if (isSpent(row)) {
      // The current claim has not begun any work.
      const attempts = row.attempts - 1;
      return this.park({ ...row, attempts }, row.lastError ?? messages.workKilled(attempts));
    }
    try {
      await traced(SPAN.process, aboutOf(row), () => this.apply(row));
    } catch (error) {
      await this.failed(row, error);
    }
  }

  /** Whether the notification's order still stands under a former name of the group. */
  private async isUnmoved(tx: EntityManager, { group, orderId: serviceOrderId }: NotificationEntity): Promise<boolean> {
    const aliases = this.groups.find(group)?.aliases ?? [];
    if (aliases.length === 0) return false;
    return tx.existsBy(AttemptEntity, { group: In([...aliases]), serviceOrderId });
  }

  /** Without its group in the options a notification can be neither applied nor given up: it waits for the group. */
  private waiting({ group }: NotificationEntity, waitMs = UNMOVED_MS): Partial<NotificationEntity> {
    const lastError = messages.groupNotConfigured(group);
    return { dueAt: this.clock.now() + waitMs, attempts: 0, lastError };
  }

  private async apply(row: NotificationEntity): Promise<void> {
    await this.complete([row]);
    const isAsk = this.asked.delete(row) || (await this.observe(row)).kind === 'ask';
    if (isAsk) await this.confirm(row);
  }

  /** Reads the parts of bodies just before they are needed, so that only a few are in memory for a short time. */
  private async complete(rows: readonly NotificationEntity[]): Promise<void> {
    if (!rows.some(isInParts)) return;
    await this.transactions.run((tx) => completeBodies(tx, rows));
    const torn = rows.find(isInParts);
    if (torn) throw new Error(messages.notificationTorn(torn.id));
  }

  /**
   * One transaction for all. If one of them fails, it is rolled back, and each is tried by itself; so is one whose order is
   * locked, where it holds up no other.
   */
  private async performTogether(rows: readonly NotificationEntity[]): Promise<readonly NotificationEntity[]> {
    try {
      await this.complete(rows);
      const about = rows.map((row) => aboutOf(row, rows.length));
      const outcomes = await tracedTogether(SPAN.process, about, () =>
        this.ledger.observeMany(rows.map(toObservation), {
          inTransaction: (tx, each) => this.endAll(tx, rows, each),
          onHandled: (tookMs) => rows.length > 1 && this.batchSize.learn(rows.length, tookMs),
          leaveLocked: true,
        }),
      );
      for (const [index, row] of rows.entries()) if (outcomes[index]?.kind === 'ask') this.asked.add(row);
      return rows.filter((_row, index) => isLeftOver(outcomes[index]!));
    } catch (error) {
      const [first, ...others] = rows;
      if (first && others.length === 0 && this.groups.find(first.group)) {
        await this.failed(first, error);
        return [];
      }
      this.batchSize.fail();
      return rows;
    }
  }

  /** Reads the order where the notification alone cannot decide. No transaction is open during the call. */
  private async confirm(row: NotificationEntity): Promise<void> {
    const { group, orderId: serviceOrderId, id: notificationId } = row;
    const inTransaction = (tx: EntityManager, outcome: ObserveOutcome) => this.end(tx, row, outcome);
    const reading = { source: 'confirmation', priority: 'return', notificationId, inTransaction } as const;
    await this.reader.read({ group, serviceOrderId }, reading);
  }

  private async observe(row: NotificationEntity): Promise<ObserveOutcome> {
    const inTransaction = (tx: EntityManager, outcomes: readonly ObserveOutcome[]) => this.endAll(tx, [row], outcomes);
    const [outcome] = await this.ledger.observeMany([toObservation(row)], { inTransaction });
    return outcome!;
  }

  /** Marks rows as done in the transaction that applied them. A process that lost its lease writes nothing. */
  private async endAll(
    tx: EntityManager,
    rows: readonly NotificationEntity[],
    outcomes: readonly ObserveOutcome[],
  ): Promise<void> {
    const done = rows.filter((_row, index) => !isLeftOver(outcomes[index]!) && !isToWait(outcomes[index]!));
    if (!(await this.rows.endAll(tx, done, this.done()))) throw new LeaseLost();
    for (const [index, row] of rows.entries()) {
      if (isToWait(outcomes[index]!)) await this.end(tx, row, outcomes[index]!);
    }
  }

  private async end(tx: EntityManager, row: NotificationEntity, outcome: ObserveOutcome): Promise<void> {
    const change = await this.changeIn(tx, row, outcome);
    if (!(await this.rows.end(tx, row, change))) throw new LeaseLost();
    if (change.state === 'unmatched') afterCommit(tx, () => this.reportUnmatched(row));
    if (change.state === 'parked') afterCommit(tx, () => this.reportParked(row, change.lastError ?? ''));
  }

  private async changeIn(
    tx: EntityManager,
    row: NotificationEntity,
    outcome: ObserveOutcome,
  ): Promise<Partial<NotificationEntity>> {
    if (outcome.kind !== 'unknown-order') return this.changeUpon(row, outcome);
    if (await this.isUnmoved(tx, row)) return this.waiting(row);
    const isRefund = await readMarked(tx, { group: row.group, tag: row.orderId }, this.clock.now());
    return isRefund ? this.done() : this.changeUpon(row, outcome);
  }

  private changeUpon(row: NotificationEntity, outcome: ObserveOutcome): Partial<NotificationEntity> {
    const now = this.clock.now();
    if (outcome.kind === 'unknown-order') return withoutOrder(row, now);
    if (outcome.reason === OTHER_MODE) return inOtherMode(row, now);
    if (outcome.kind !== 'ask') return this.done();
    // The reason is stored with the row: it shows that the work did not kill the process.
    const gapMs = backoffMs({ ...ASK_AGAIN, attempt: row.attempts });
    const dueAt = outcome.notBefore ?? now + gapMs;
    return { dueAt, lastError: messages.askedInVain };
  }

  private done(): Partial<NotificationEntity> {
    return { state: 'done', doneAt: this.clock.now(), lastError: null };
  }

  private reportUnmatched({ id, orderId, group: name }: NotificationEntity): void {
    const group = this.groups.find(name);
    const isForeign = group !== undefined && isForeignId(orderId, group);
    if (!isForeign) this.logger.error(messages.notificationUnmatched(id, orderId, name));
  }

  private async failed(row: NotificationEntity, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) return;
    const lastError = this.texts.of(error);
    if (!isPaymentError(error, 'KEY_EXPIRED')) return this.fail(row, lastError, isDiskFull(error));
    // The read that it needs could not leave. It waits for a valid key, however long, and is not parked.
    const change = { dueAt: this.clock.now() + KEYLESS_MS, attempts: 0, lastError };
    await this.transactions.run((tx) => this.rows.end(tx, row, change));
  }

  private async fail(row: NotificationEntity, lastError: string, isFull: boolean): Promise<void> {
    const verdict = afterFailure(row.attempts, this.clock.now(), isFull);
    if (verdict === 'given-up') return this.park(row, lastError);
    this.retried.warn(messages.notificationFailed(row.id, row.orderId, row.attempts, lastError), lastError);
    await this.transactions.run((tx) => this.rows.end(tx, row, { ...verdict, lastError }));
  }

  private async park(row: NotificationEntity, lastError: string): Promise<void> {
    const change = { state: 'parked', attempts: row.attempts, lastError } as const;
    const isMine = await this.transactions.run((tx) => this.rows.end(tx, row, change));
    if (isMine) this.reportParked(row, lastError);
  }

  private reportParked({ id, orderId }: NotificationEntity, lastError: string): void {
    this.logger.error(messages.notificationParked(id, orderId, lastError));
  }
}
