import type { QueryRunner } from 'typeorm';
import type { Engine } from './engine.js';

/**
 * Ends the session after the statement that it was running. It is one message, because after a ROLLBACK PgBouncer may
 * send the next message to another server.
 */
const END_SESSION: Readonly<Partial<Record<Engine, string>>> = {
  postgres: 'ROLLBACK; SELECT pg_terminate_backend(pg_backend_pid())',
  mysql: 'KILL CONNECTION_ID()',
  mariadb: 'KILL CONNECTION_ID()',
};

/**
 * Ends the connection to a server that has become a replica. Otherwise the connection stays open after a failover, and
 * the pool uses it again until the process restarts. The next connection leads to the server that took over.
 */
export async function leaveServer(runner: QueryRunner, engine: Engine): Promise<void> {
  const statement = END_SESSION[engine];
  if (!statement) return;
  await runner.query(statement).catch(() => undefined);
  // Until the socket has closed, the pool takes this connection for a good one, and the next try would get it.
  await runner.query('SELECT 1').catch(() => undefined);
}
