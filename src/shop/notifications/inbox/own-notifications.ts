import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { insertNew, insertOrIgnoreStatements, type Transactions } from '../../../database/engine/index.js';
import { DATA_SOURCE, TRANSACTIONS } from '../../core/index.js';
import { NO_PLACES, type KeptPlaces, type RowWorker } from '../../workers/index.js';
import { NotificationEntity } from './notification.entity.js';

type Worker = Pick<RowWorker<NotificationEntity>, 'keepPlaces'>;
type Places = KeptPlaces<NotificationEntity>;

/** As long as a real token, but not one of any process. */
const UNHELD = 'none'.padEnd(36, '.');

/**
 * A row that must be claimed: it is written as if its lease had just ended. Without a token the row would grow when it is
 * claimed, and InnoDB, which fills its pages, would move half of a page for it.
 */
const withoutLease = ({ receivedAt }: Pick<NotificationEntity, 'receivedAt'>) => ({
  attempts: 0,
  dueAt: receivedAt,
  leaseToken: UNHELD,
  leaseUntil: receivedAt,
});

/**
 * Writes notifications to the inbox under a lease of this process, as many as it has places for. So the process need not
 * claim rows that it has just written itself (decision 045).
 */
@Injectable()
export class OwnNotifications {
  private worker: Worker | null = null;

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
  ) {}

  /** Sets the worker that processes them; without a worker, no rows are kept for this process. */
  connect(worker: Worker): void {
    this.worker = worker;
  }

  /**
   * Commits rows, and lets this process begin its own. A repeat is left out and not begun.
   *
   * @param rows - in the order of arrival; their leases are changed
   * @returns whether there are other rows, which must be claimed
   */
  async insert(rows: readonly NotificationEntity[]): Promise<boolean> {
    const places = this.worker?.keepPlaces(rows.length) ?? NO_PLACES;
    // A row that could not be committed together with others comes again alone, and already has a lease.
    for (const [index, row] of rows.entries()) {
      Object.assign(row, index < places.count ? places.lease : withoutLease(row));
    }
    try {
      if (places.count === 0) await this.insertForAll(rows);
      else await this.insertOwn(rows, places);
    } catch (error) {
      places.drop();
      throw error;
    }
    return rows.length > places.count;
  }

  private async insertForAll(rows: readonly NotificationEntity[]): Promise<void> {
    const statements = insertOrIgnoreStatements(this.dataSource, NotificationEntity, rows, ['deliveryKey']);
    for (const statement of statements) await this.transactions.execute(statement);
  }

  private async insertOwn(rows: readonly NotificationEntity[], places: Places): Promise<void> {
    const { transactions, dataSource } = this;
    const own = rows.slice(0, places.count);
    const ids = own.map(({ id }) => id);
    const ask = await insertNew({ transactions, dataSource }, NotificationEntity, { rows, unique: ['deliveryKey'] });
    // The rows are committed, and acknowledged meanwhile. If the query fails, a repeat may be begun, but it has no row to
    // end.
    const asked = ask(ids).catch(() => new Set(ids));
    void asked.then((isNew) => places.take(own.filter(({ id }) => isNew.has(id))));
  }
}
