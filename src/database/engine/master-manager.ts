import { EntityManager, type DataSource } from 'typeorm';

const MANAGERS = new WeakMap<DataSource, EntityManager>();

/**
 * The DataSource without its replicas: query builders get a runner of the master, even if they ask for a replica.
 * All other parts are unchanged.
 */
function withoutReplicas(dataSource: DataSource): DataSource {
  const createOnMaster = (): ReturnType<DataSource['createQueryRunner']> => dataSource.createQueryRunner('master');
  const seen: DataSource = Object.create(dataSource);
  return Object.defineProperty(seen, 'createQueryRunner', { value: createOnMaster });
}

/**
 * The EntityManager for all that the module does outside of a transaction (design §10). With TypeORM's `replication`,
 * `dataSource.manager` reads from a replica, which may be seconds behind: it would not know an order that was just
 * created, and would show a paid order as unpaid. This one reads from the master. Each read takes a connection from the
 * pool and gives it back, as with `dataSource.manager`, so reads do not wait for one another, and a dead connection
 * harms one read only.
 *
 * Without `replication` it is `dataSource.manager` itself. In a transaction use the manager of that transaction:
 * TypeORM opens all transactions on the master.
 *
 * @example
 * const dataSource = await new DataSource({ type: 'better-sqlite3', database: 'shop.sqlite' }).initialize();
 * const [row] = await masterManager(dataSource).query('SELECT 1 AS one');
 */
export function masterManager(dataSource: DataSource): EntityManager {
  if (!hasReplicas(dataSource)) return dataSource.manager;
  const known = MANAGERS.get(dataSource);
  if (known) return known;
  const manager = new EntityManager(withoutReplicas(dataSource));
  MANAGERS.set(dataSource, manager);
  return manager;
}

/** Whether the host reads from replicas: TypeORM's option `replication`. */
export function hasReplicas({ options }: Pick<DataSource, 'options'>): boolean {
  return 'replication' in options && options.replication !== undefined;
}
