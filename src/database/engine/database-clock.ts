import type { DataSource } from 'typeorm';
import type { Clock } from '../../support/clock.js';
import { engineOf, type Engine } from './engine.js';

const MICROSECONDS = `TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))`;

/** The server's time in epoch ms, whatever its time zone and that of the session. SQLite has no time but ours. */
const NOW_QUERIES: Readonly<Record<Engine, string | undefined>> = {
  mysql: `SELECT ${MICROSECONDS} DIV 1000 AS now`,
  mariadb: `SELECT ${MICROSECONDS} DIV 1000 AS now`,
  postgres: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now',
  sqlite: undefined,
};

/** Of so many readings the one with the shortest round trip counts: it is the least uncertain. */
const READINGS = 3;

interface Reading {
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

/**
 * A clock that follows the database's, so that replicas whose own clocks differ agree on leases and spacing
 * (design §10.4). Until {@link sync} has succeeded, and on SQLite always, it is our own clock.
 *
 * @example
 * const common = new DatabaseClock(dataSource, clock);
 * await common.sync();
 */
export class DatabaseClock implements Clock {
  private offsetMs = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly system: Clock,
  ) {}

  /** Epoch milliseconds, UTC, as the database would say. */
  now(): number {
    return this.system.now() + this.offsetMs;
  }

  /** Compares the two clocks. To be called at boot and every few minutes. When it throws, the last offset stays. */
  async sync(): Promise<void> {
    const query = NOW_QUERIES[engineOf(this.dataSource)];
    if (!query) return;
    let best: Reading | undefined;
    for (let i = 0; i < READINGS; i += 1) {
      const reading = await this.read(query);
      if (!best || reading.roundTripMs < best.roundTripMs) best = reading;
    }
    this.offsetMs = best?.offsetMs ?? this.offsetMs;
  }

  private async read(query: string): Promise<Reading> {
    const before = this.system.now();
    const [row]: { now: number | string }[] = await this.dataSource.query(query);
    const after = this.system.now();
    return { offsetMs: Math.round(Number(row?.now) - (before + after) / 2), roundTripMs: after - before };
  }
}
