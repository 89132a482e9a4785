import type { DataSource } from 'typeorm';

/** What pg's pool and its clients have in common. */
interface Emitter {
  on(event: string, listener: (subject: unknown) => void): unknown;
}

const INSTALLED = Symbol.for('tillbridge.postgresClients');

const isEmitter = (value: unknown): value is Emitter =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'on') === 'function';

/** The next statement over the client fails and says why; there is nothing to be done before that. */
function ignoreErrors(client: unknown): void {
  if (isEmitter(client)) client.on('error', () => undefined);
}

/** TypeORM's pools of PostgreSQL: one for what is written, and one for each server that is only read. */
function poolsOf(driver: object): Emitter[] {
  const readers: unknown = Reflect.get(driver, 'slaves');
  return [Reflect.get(driver, 'master'), ...(Array.isArray(readers) ? readers : [])].filter(isEmitter);
}

/**
 * Keeps the process alive when a PostgreSQL server goes away in the moment in which it accepts a connection.
 *
 * pg hands a new client to TypeORM, which begins to listen for its errors a little later. A server that is killed or shut
 * down says so to connections that are just ready, often in the same packet; the error then finds no one who listens, and
 * Node ends the process: the shop would go down with every restart of its database. With a listener from the beginning the
 * error is met by the first statement instead, as a lost connection, and its transaction is run again.
 *
 * Calling it again does nothing. To be called when the DataSource is initialised.
 *
 * @returns whether the DataSource has such pools: false on other engines
 * @example
 * guardPostgresClients(dataSource);
 */
export function guardPostgresClients({ options, driver }: DataSource): boolean {
  if (options.type !== 'postgres') return false;
  for (const pool of poolsOf(driver)) {
    if (INSTALLED in pool) continue;
    pool.on('connect', ignoreErrors);
    Reflect.set(pool, INSTALLED, true);
  }
  return true;
}
