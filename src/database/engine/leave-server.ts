import type { QueryRunner } from 'typeorm';
import type { Engine } from './engine.js';

/** By which a session ends itself, after what it was in the middle of. */
const END_SESSION: Readonly<Record<Engine, readonly string[]>> = {
  postgres: ['ROLLBACK', 'SELECT pg_terminate_backend(pg_backend_pid())'],
  mysql: ['KILL CONNECTION_ID()'],
  mariadb: ['KILL CONNECTION_ID()'],
  sqlite: [],
};

/**
 * Ends the connection to a server that has become a replica. It stays open after a failover, so a pool would give it out again
 * and again, until the process is started anew; the next connection leads to the server that took over.
 */
export async function leaveServer(runner: QueryRunner, engine: Engine): Promise<void> {
  for (const statement of END_SESSION[engine]) await runner.query(statement).catch(() => undefined);
}
