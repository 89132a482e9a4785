import type { DataSource } from 'typeorm';

/** What pg's pool and its clients have in common. */
interface Emitter {
  on(event: string, listener: (subject: unknown) => void): unknown;
}

const INSTALLED = Symbol.for('tillbridge.postgresClients');

const isEmitter = (value: unknown): value is Emitter =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'on') === 'function';

/** The error can be ignored here: the next statement of the client fails and reports it. */
function ignoreErrors(client: unknown): void {
  if (isEmitter(client)) client.on('error', () => undefined);
}

/** TypeORM's pools of PostgreSQL: one for writing, and one for each server that is only read. */
function poolsOf(driver: object): Emitter[] {
  const readers: unknown = Reflect.get(driver, 'slaves');
  return [Reflect.get(driver, 'master'), ...(Array.isArray(readers) ? readers : [])].filter(isEmitter);
}

/**
 * Keeps the process alive if a PostgreSQL server stops at the moment when it accepts a connection.
 *
 * pg gives a new client to TypeORM, which adds its error listener a little later. A server that is killed or shut down
 * sends an error to connections that are just ready, often in the same packet. Without a listener, Node ends the
 * process: the shop would crash with every restart of its database. With a listener from the beginning, the first
 * statement reports the error as a lost connection, and its transaction runs again.
 *
 * Calling it again does nothing. Call it when the DataSource is initialised.
 *
 * @returns whether the DataSource has such pools: false on other engines
 * @example
 * guardPostgresClients(dataSource);
 */
export function guardPostgresClients({ options, driver }: DataSource): boolean {
  if (options.type !== 'postgres') return false;
  guardPools(driver);
  if (INSTALLED in driver) return true;
  const connect = driver.connect.bind(driver);
  // A host that closes its DataSource and opens it again gets new pools.
  driver.connect = async () => {
    await connect();
    guardPools(driver);
  };
  Object.defineProperty(driver, INSTALLED, { value: true });
  return true;
}

function guardPools(driver: object): void {
  for (const pool of poolsOf(driver)) {
    if (INSTALLED in pool) continue;
    pool.on('connect', ignoreErrors);
    Reflect.set(pool, INSTALLED, true);
  }
}
