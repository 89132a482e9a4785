import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { engineOf, type Engine } from './engine.js';
import { requireTransaction } from './one-row.js';
import { RowMaker, type ConflictClause, type Statement } from './row-statements.js';

/** Which rows are wanted: those where `equal` holds and `property` is one of `values`. */
export interface RowsWanted<E> {
  readonly equal?: Partial<E>;
  readonly property: keyof E & string;
  readonly values: readonly (string | number)[];
}

/** The most values of one statement; far below the limit of any engine. */
const MOST_VALUES = 1_000;

/** The conditions of as many statements as are needed, with their values in order. */
export function* conditions<E>(
  maker: RowMaker,
  { equal = {}, property, values: wanted }: RowsWanted<E>,
): Generator<Statement> {
  const names = Object.keys(equal);
  const fixed = maker.equations(names);
  const values = [...new Set(wanted)].sort();
  for (let start = 0; start < values.length; start += MOST_VALUES) {
    const some = values.slice(start, start + MOST_VALUES);
    const among = `${maker.column(property)} IN (${maker.placeholders(some.length, names.length + 1)})`;
    yield { sql: [...fixed, among].join(' AND '), parameters: [...Object.values(equal), ...some] };
  }
}

/**
 * Reads rows, in the order of the property.
 *
 * @example
 * const wanted = { equal: { group: 'web' }, property: 'orderId', values: ['S1', 'S2'] } as const;
 * const orders = await readRows(em, PaymentOrderEntity, wanted);
 */
export async function readRows<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  wanted: RowsWanted<E>,
  suffix = '',
): Promise<E[]> {
  const maker = RowMaker.of(em.connection, entity);
  const found: E[] = [];
  for (const { sql, parameters } of conditions(maker, wanted)) {
    const statement = `${maker.select} ${sql} ORDER BY ${maker.column(wanted.property)}${suffix}`;
    const rows: Record<string, unknown>[] = await em.query(statement, parameters);
    found.push(...rows.map((row) => maker.toEntity<E>(row)));
  }
  return found;
}

/**
 * Reads rows, and keeps other transactions from changing or locking them until this one ends, as `lockRow` does for one
 * row. Rows are locked in the order of the property, so that all transactions lock several rows in the same order.
 *
 * @throws {EngineError} `TRANSACTION_REQUIRED`
 * @example
 * const wanted = { equal: { group: 'web' }, property: 'orderId', values: ['S1', 'S2'] } as const;
 * const orders = await lockRows(em, PaymentOrderEntity, wanted);
 */
export function lockRows<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  wanted: RowsWanted<E>,
): Promise<E[]> {
  requireTransaction(em, 'lockRows');
  return readRows(em, entity, wanted, engineOf(em.connection) === 'sqlite' ? '' : ' FOR UPDATE');
}

/**
 * Like {@link lockRows}, but does not wait: rows that another transaction has locked are left out.
 *
 * @throws {EngineError} `TRANSACTION_REQUIRED`
 * @example
 * const wanted = { equal: { group: 'web' }, property: 'orderId', values: ['S1', 'S2'] } as const;
 * const free = await lockFreeRows(em, PaymentOrderEntity, wanted);
 */
export function lockFreeRows<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  wanted: RowsWanted<E>,
): Promise<E[]> {
  requireTransaction(em, 'lockFreeRows');
  return readRows(em, entity, wanted, engineOf(em.connection) === 'sqlite' ? '' : ' FOR UPDATE SKIP LOCKED');
}

interface Replaced {
  readonly keys: readonly string[];
  readonly changed: readonly string[];
}

type Replacement = (maker: RowMaker, replaced: Replaced) => string;

const excluded: Replacement = (maker, { keys, changed }) => {
  const target = keys.map((key) => maker.column(key)).join(', ');
  const sets = changed.map((property) => `${maker.column(property)} = excluded.${maker.column(property)}`);
  return `ON CONFLICT (${target}) DO UPDATE SET ${sets.join(', ')}`;
};

const values: Replacement = (maker, { changed }) => {
  const sets = changed.map((property) => `${maker.column(property)} = VALUES(${maker.column(property)})`);
  return `ON DUPLICATE KEY UPDATE ${sets.join(', ')}`;
};

const REPLACEMENTS: Readonly<Record<Engine, Replacement>> = {
  sqlite: excluded,
  postgres: excluded,
  mysql: values,
  mariadb: values,
};

/**
 * Writes changes of many rows with one statement. The rows must exist, be locked by this transaction and be complete.
 * For the database it is an insert in which every row conflicts: of the changed columns and of those that must not be
 * empty.
 *
 * @param replaced - properties of the primary key, and the changed properties
 * @throws {EngineError} `TRANSACTION_REQUIRED`
 * @example
 * const orders = await em.findBy(PaymentOrderEntity, { group: 'web' });
 * for (const order of orders) order.version += 1;
 * await updateRows(em, PaymentOrderEntity, orders, { keys: ['group', 'orderId'], changed: ['version'] });
 */
export async function updateRows<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  rows: readonly E[],
  replaced: { readonly keys: readonly (keyof E & string)[]; readonly changed: readonly (keyof E & string)[] },
): Promise<void> {
  requireTransaction(em, 'updateRows');
  const onConflict: ConflictClause = (maker) => REPLACEMENTS[engineOf(em.connection)](maker, replaced);
  const maker = RowMaker.of(em.connection, entity);
  const needed = [...maker.required, ...replaced.keys, ...replaced.changed];
  const parts = rows.map((row) => Object.fromEntries(needed.map((property) => [property, row[property] as unknown])));
  for (const { sql, parameters } of maker.inserts(parts, onConflict)) {
    await em.query(sql, parameters);
  }
}
