import { Inject, Injectable, Logger } from '@nestjs/common';
import { BoundedMap, orderKey, SingleFlight, waitAtMost, type Clock } from '../../support/index.js';
import { messages, CLOCK, ErrorRedactor } from '../core/index.js';
import { PollScheduleRepository } from '../poll-schedule/index.js';
import type { AttemptEntity } from './entities/attempt.entity.js';
import { OrderReader } from './order-reader.js';
import type { OrderRecord } from './orders.repository.js';

/** A payment that is not known yet when the shopper returns is often known a moment later (spec §6, Delay). */
const SECOND_READ_MS = 30_000;
/** Orders that are remembered. Without a bound, pages opened by strangers would fill the memory. */
const MOST_REMEMBERED = 10_000;

/** How an order is read when a shopper returns; times in milliseconds. */
export interface ReturnReadOptions {
  /** The id with which the page was opened. */
  readonly named: string;
  /** Longest wait; the read continues. */
  readonly patienceMs: number;
  /** Least time since the last read of the same attempt in this process. */
  readonly leastGapMs: number;
}

/** Reads an order whose shopper has returned: one read at a time, and not more often than useful. */
@Injectable()
export class ReturnRefreshService {
  private readonly logger = new Logger('Tillbridge:Orders');
  /** Reads in progress, so that a page opened many times at once causes one read. */
  private readonly underWay = new SingleFlight<void>();
  /** When each attempt was last read, so that each reload of a page does not cause a call. */
  private readonly lastReadAt = new BoundedMap<string, number>(MOST_REMEMBERED);

  constructor(
    private readonly reader: OrderReader,
    private readonly texts: ErrorRedactor,
    private readonly polls: PollScheduleRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Reads the newest attempt, and the one from which the shopper returns, which may be an older one. */
  async read({ order, attempts }: OrderRecord, { named, patienceMs, leastGapMs }: ReturnReadOptions): Promise<void> {
    const meant = attempts.filter(({ number, serviceOrderId }) => number === order.attempt || serviceOrderId === named);
    const reads = Promise.all(meant.map((attempt) => this.readOnce(attempt, leastGapMs)));
    await waitAtMost(reads, { ms: patienceMs, late: () => undefined, ref: false });
  }

  private readOnce(attempt: AttemptEntity, leastGapMs: number): Promise<void> {
    const key = orderKey({ group: attempt.group, orderId: attempt.serviceOrderId });
    return this.underWay.run(key, async () => {
      const now = this.clock.now();
      // A clock that was put back must not delay a read for longer.
      if (Math.abs(now - (this.lastReadAt.get(key) ?? -Infinity)) < leastGapMs) return;
      this.lastReadAt.set(key, now);
      await this.readOne(attempt);
    });
  }

  /** Never fails: the caller may have stopped waiting, and the page shows what is known in any case. */
  private async readOne(attempt: AttemptEntity): Promise<void> {
    try {
      // Also after a failed read; a settled attempt is not read again. The shopper waits for the service only.
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
