import type { DataSource, QueryRunner } from 'typeorm';
import type { Clock } from '../../support/clock.js';
import { boundClock, errorAfter, type ClockBounds, type ClockReading } from './clock-bounds.js';
import { engineOf, type Engine } from './engine.js';

const MICROSECONDS = `TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))`;

/** The server's time in epoch ms, whatever its time zone and that of the session. SQLite has no time but ours. */
const NOW_QUERIES: Readonly<Record<Engine, string | undefined>> = {
  mysql: `SELECT ${MICROSECONDS} DIV 1000 AS now`,
  mariadb: `SELECT ${MICROSECONDS} DIV 1000 AS now`,
  postgres: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now',
  sqlite: undefined,
};

/** At most so many readings are made at a time; a busy event loop reads most answers late. */
const MOST_READINGS = 10;
/** No more are made once the error is no greater than this, in milliseconds. */
const GOOD_ENOUGH_MS = 3;

/**
 * A clock that follows the database's, so that replicas whose own clocks differ agree on leases and spacing
 * (design §10.4). Until {@link sync} has succeeded, and on SQLite always, it is our own clock.
 *
 * @example
 * const common = new DatabaseClock(dataSource, clock);
 * await common.sync();
 */
export class DatabaseClock implements Clock {
  private bounds: ClockBounds | null = null;

  /** @param onAnew - told when one of the clocks was set, so that what was known is forgotten */
  constructor(
    private readonly dataSource: DataSource,
    private readonly system: Clock,
    private readonly onAnew: () => void = () => undefined,
  ) {}

  /** Epoch milliseconds, UTC, as the database would say. */
  now(): number {
    return this.system.now() + (this.bounds?.offsetMs ?? 0);
  }

  /** By how much {@link now} may differ from the database's clock, in milliseconds. Null where it was never compared. */
  get errorMs(): number | null {
    const newest = this.bounds?.readings.at(-1);
    return this.bounds && newest ? errorAfter(this.bounds.errorMs, this.system.now() - newest.after) : null;
  }

  /** Compares the two clocks. To be called at boot and every few minutes. When it throws, what was known stays. */
  async sync(): Promise<void> {
    const query = NOW_QUERIES[engineOf(this.dataSource)];
    if (!query) return;
    // A replica of the host's may be another machine, with another clock.
    const runner = this.dataSource.createQueryRunner('master');
    try {
      // Waiting for a connection would count as part of the first answer's way.
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
