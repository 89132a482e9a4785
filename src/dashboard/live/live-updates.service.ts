import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DataSource, EntityTarget } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import type { EventStream } from '../../pages/event-stream.js';
import { DecisionEntity } from '../../shop/decisions/index.js';
import { NotificationEntity } from '../../shop/notifications/index.js';
import { ObservationEntity, TransitionEntity } from '../../shop/orders/index.js';
import { RefundEntity, RefundEvidenceEntity } from '../../shop/refund-records/index.js';
import { DATA_SOURCE, ThrottledLogger } from '../../shop/core/index.js';

// How often the database is checked for changes while pages are open.
const CHECK_EVERY_MS = 2_000;
// Ages grow, and some states end without a new row. So after this many checks, pages are always notified.
const CHECKS_PER_BEAT = 8;
// After this many checks the stream ends. Browsers reconnect by themselves, and pass the guard again.
const MOST_CHECKS = 150;
// The limit of open pages per process; each has an open connection.
const MOST_LISTENERS = 200;

// Their ids grow with time, so the greatest id shows whether there are new rows.
const WATCHED: readonly EntityTarget<{ id: string }>[] = [
  DecisionEntity,
  NotificationEntity,
  ObservationEntity,
  RefundEntity,
  RefundEvidenceEntity,
  TransitionEntity,
];

const CHANGE = 'event: change\ndata: 1\n\n';

/**
 * Tells open pages that something has changed, in any process. The pages then load again, with the rights of their
 * user. Without open pages the database is not queried.
 */
@Injectable()
export class LiveUpdatesService implements OnModuleDestroy {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Dashboard'));
  // The number of checks for each page.
  readonly #listeners = new Map<EventStream, number>();
  #timer: NodeJS.Timeout | null = null;
  #seen: string | null = null;
  #checks = 0;

  constructor(@Inject(DATA_SOURCE) private readonly dataSource: DataSource) {}

  /** Whether one more page can be served. */
  get hasRoom(): boolean {
    return this.#listeners.size < MOST_LISTENERS;
  }

  /** Keeps a page up to date until either side closes its stream. */
  listen(stream: EventStream): void {
    this.#listeners.set(stream, 0);
    stream.onClose(() => this.#listeners.delete(stream));
    // The first check runs at once, to separate later changes from what the page already shows.
    this.#timer ??= this.#later(0);
  }

  /** Called by Nest: open streams would keep the server from closing. */
  onModuleDestroy(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#end([...this.#listeners.keys()]);
  }

  #later(ms = CHECK_EVERY_MS): NodeJS.Timeout {
    return setTimeout(() => void this.#check(), ms).unref();
  }

  async #check(): Promise<void> {
    try {
      if (await this.#isNew()) for (const stream of this.#listeners.keys()) stream.write(CHANGE);
    } catch (error) {
      this.logger.warn(`Open pages could not be kept up to date: ${error instanceof Error ? error.name : 'Error'}`);
    }
    for (const [stream, checks] of this.#listeners) this.#listeners.set(stream, checks + 1);
    this.#end([...this.#listeners].flatMap(([stream, checks]) => (checks >= MOST_CHECKS ? [stream] : [])));
    this.#timer = this.#listeners.size > 0 ? this.#later() : null;
    // The next page will have been loaded just before, so the last state is dropped.
    if (this.#timer === null) this.#seen = null;
  }

  async #isNew(): Promise<boolean> {
    const ids: string[] = [];
    for (const entity of WATCHED) {
      const query = masterManager(this.dataSource).createQueryBuilder(entity, 'row').select('MAX(row.id)', 'id');
      ids.push((await query.getRawOne<{ id: string | null }>())?.id ?? '');
    }
    const [before, now] = [this.#seen, ids.join()];
    this.#seen = now;
    this.#checks = (this.#checks + 1) % CHECKS_PER_BEAT;
    return this.#checks === 0 || (before !== null && before !== now);
  }

  #end(streams: readonly EventStream[]): void {
    for (const stream of streams) {
      this.#listeners.delete(stream);
      stream.end();
    }
  }
}
