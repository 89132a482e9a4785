import type { QueryRunner } from 'typeorm';
import type { Engine } from './engine.js';

/**
 * By which a session ends itself, after what it was in the middle of. In one message: PgBouncer might give what comes after a
 * ROLLBACK to another server.
 */
const END_SESSION: Readonly<Partial<Record<Engine, string>>> = {
  postgres: 'ROLLBACK; SELECT pg_terminate_backend(pg_backend_pid())',
  mysql: 'KILL CONNECTION_ID()',
  mariadb: 'KILL CONNECTION_ID()',
};

/**
 * Ends the connection to a server that has become a replica. It stays open after a failover, so a pool would give it out again
 * and again, until the process is started anew; the next connection leads to the server that took over.
 */
export async function leaveServer(runner: QueryRunner, engine: Engine): Promise<void> {
  const statement = END_SESSION[engine];
  if (statement) await runner.query(statement).catch(() => undefined);
}
