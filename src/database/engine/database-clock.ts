import type { DataSource, QueryRunner } from 'typeorm';
import type { Clock } from '../../support/clock.js';
import { boundClock, errorAfter, type ClockBounds, type ClockReading } from './clock-bounds.js';
import { engineOf, type Engine } from './engine.js';

const MICROSECONDS = `TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))`;

/**
 * The server's time in epoch ms, independent of the time zones of server and session. SQLite has no clock of its own.
 */
const NOW_QUERIES: Readonly<Record<Engine, string | undefined>> = {
  mysql: `SELECT ${MICROSECONDS} DIV 1000 AS now`,
  mariadb: `SELECT ${MICROSECONDS} DIV 1000 AS now`,
  postgres: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now',
  sqlite: undefined,
};

/** The most readings of one comparison. If the event loop is busy, most answers are read late. */
const MOST_READINGS = 10;
/** Reading ends once the error is at most this, in milliseconds. */
const GOOD_ENOUGH_MS = 3;

/**
 * A clock that follows the database's clock. Replicas with different clocks then agree on leases and spacing
 * (design §10.4). Until {@link sync} succeeds, and always on SQLite, it is the clock of this process.
 *
 * @example
 * const common = new DatabaseClock(dataSource, clock);
 * await common.sync();
 */
export class DatabaseClock implements Clock {
  private bounds: ClockBounds | null = null;

  /** @param onAnew - called if one of the clocks was set, so that earlier readings are dropped */
  constructor(
    private readonly dataSource: DataSource,
    private readonly system: Clock,
    private readonly onAnew: () => void = () => undefined,
  ) {}

  /** The database's time, in epoch milliseconds, UTC. */
  now(): number {
    return this.system.now() + (this.bounds?.offsetMs ?? 0);
  }

  /** The largest difference between {@link now} and the database's clock, in milliseconds. Null before the first comparison. */
  get errorMs(): number | null {
    const newest = this.bounds?.readings.at(-1);
    return this.bounds && newest ? errorAfter(this.bounds.errorMs, this.system.now() - newest.after) : null;
  }

  /** Compares the two clocks. Call it at boot and every few minutes. If it throws, the last offset stays valid. */
  async sync(): Promise<void> {
    const query = NOW_QUERIES[engineOf(this.dataSource)];
    if (!query) return;
    // A replica of the host's database may run on another machine, with another clock.
    const runner = this.dataSource.createQueryRunner('master');
    try {
      // Otherwise the wait for a connection counts as delay of the first answer.
      await runner.connect();
      await this.readOften(runner, query);
    } finally {
      await runner.release();
    }
  }

  private async readOften(runner: QueryRunner, query: string): Promise<void> {
    let isAnew = false;
    for (let i = 0; i < MOST_READINGS; i += 1) {
      const bounds = boundClock(this.bounds?.readings ?? [], await this.read(runner, query));
      this.bounds = bounds;
      isAnew ||= bounds.isAnew;
      if (bounds.errorMs <= GOOD_ENOUGH_MS) break;
    }
    if (isAnew) this.onAnew();
  }

  private async read(runner: QueryRunner, query: string): Promise<ClockReading> {
    const before = this.system.now();
    const [row]: { now: number | string }[] = await runner.query(query);
    return { before, theirs: Number(row?.now), after: this.system.now() };
  }
}
