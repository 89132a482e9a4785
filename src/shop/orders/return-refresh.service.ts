import { Inject, Injectable, Logger } from '@nestjs/common';
import { BoundedMap, orderKey, SingleFlight, waitAtMost, type Clock } from '../../support/index.js';
import { messages, CLOCK, ErrorRedactor } from '../core/index.js';
import { PollScheduleRepository } from '../poll-schedule/index.js';
import type { AttemptEntity } from './entities/attempt.entity.js';
import { OrderReader } from './order-reader.js';
import type { OrderRecord } from './orders.repository.js';

/** A payment that is not known yet when the shopper is back often is a moment later (spec §6, Delay). */
const SECOND_READ_MS = 30_000;
/** Orders that are remembered; how many pages strangers open must not fill the memory. */
const MOST_REMEMBERED = 10_000;

/** How the service is asked on a shopper's return; times in milliseconds. */
export interface ReturnReadOptions {
  /** The id by which the page was opened. */
  readonly named: string;
  /** Longest wait; the read goes on. */
  readonly patienceMs: number;
  /** Least distance from the last read of the same attempt in this process. */
  readonly leastGapMs: number;
}

/** Asks the service about an order whose shopper has come back: once at a time, and not more often than is useful. */
@Injectable()
export class ReturnRefreshService {
  private readonly logger = new Logger('Tillbridge:Orders');
  /** Reads under way, so that a page opened many times at once asks the service once. */
  private readonly underWay = new SingleFlight<void>();
  /** When each attempt was last read, so that reloading a page does not make a call each time. */
  private readonly lastReadAt = new BoundedMap<string, number>(MOST_REMEMBERED);

  constructor(
    private readonly reader: OrderReader,
    private readonly texts: ErrorRedactor,
    private readonly polls: PollScheduleRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest attempt is asked about, and the one that the shopper returns from, which may be an older one. */
  async read({ order, attempts }: OrderRecord, { named, patienceMs, leastGapMs }: ReturnReadOptions): Promise<void> {
    const meant = attempts.filter(({ number, serviceOrderId }) => number === order.attempt || serviceOrderId === named);
    const reads = Promise.all(meant.map((attempt) => this.readOnce(attempt, leastGapMs)));
    await waitAtMost(reads, { ms: patienceMs, late: () => undefined, ref: false });
  }

  private readOnce(attempt: AttemptEntity, leastGapMs: number): Promise<void> {
    const key = orderKey({ group: attempt.group, orderId: attempt.serviceOrderId });
    return this.underWay.run(key, async () => {
      const now = this.clock.now();
      // A clock that was put back must not hold anything back for longer.
      if (Math.abs(now - (this.lastReadAt.get(key) ?? -Infinity)) < leastGapMs) return;
      this.lastReadAt.set(key, now);
      await this.readOne(attempt);
    });
  }

  /** Never fails: nobody may be waiting for it any more, and the page is told what is known either way. */
  private async readOne(attempt: AttemptEntity): Promise<void> {
    try {
      // Also where the read fails; nobody is asked again about what it has settled. The shopper waits for the service alone.
      const soon = this.polls.pollWithin(attempt, SECOND_READ_MS);
      const both = [this.reader.fetch(attempt, 'return'), soon] as const;
      await Promise.allSettled(both);
      const [read] = await Promise.all(both);
      await this.reader.accept(attempt, read, { source: 'return' });
    } catch (error) {
      this.logger.warn(messages.returnNotSettled(attempt.orderId, this.texts.of(error)));
    }
  }
}
