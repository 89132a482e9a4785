import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { withoutTransaction } from './one-row.js';
import { RowMaker, type Statement } from './row-statements.js';

/** Which rows are to be changed: all conditions must hold. */
export interface RowsMeant<E> {
  /** Properties that must have these values; null means that the column is empty. */
  readonly equal: Partial<E>;
  readonly less?: Partial<E>;
  readonly more?: Partial<E>;
  /** One property that must have any of these values. */
  readonly among?: { readonly property: keyof E & string; readonly values: readonly (string | number)[] };
}

/** The conditions of a WHERE clause, without `WHERE`. @param first - number of its first value in the statement */
function conditionsOf<E extends ObjectLiteral>(
  maker: RowMaker,
  { equal, less = {}, more = {}, among }: RowsMeant<E>,
  first: number,
): Statement {
  const parameters: unknown[] = [];
  const next = (value: unknown): string => maker.placeholders(1, first + parameters.push(value) - 1);
  const compare = (some: Partial<E>, sign: '=' | '<' | '>'): string[] =>
    Object.entries(some).map(([property, value]) =>
      value === null ? `${maker.column(property)} IS NULL` : `${maker.column(property)} ${sign} ${next(value)}`,
    );
  const any = among ? [`${maker.column(among.property)} IN (${among.values.map(next).join(', ')})`] : [];
  const parts = [...any, ...compare(equal, '='), ...compare(less, '<'), ...compare(more, '>')];
  return { sql: parts.join(' AND '), parameters };
}

/**
 * Changes rows with one statement. It does what the entity manager's `update` does, in a fraction of the time: compared
 * values go to the driver unchanged, and no subscriber is called.
 *
 * @param em - of a transaction, or of a single statement
 * @param change - properties that are undefined keep their values
 * @returns how many rows match the conditions
 * @throws {EngineError} `TRANSACTION_REQUIRED`
 * @example
 * const mine = { equal: { id: '1', leaseToken: 'worker-7' } };
 * const isMine = (await changeRows(em, OutboxEntity, mine, { state: 'done' })) === 1;
 */
export async function changeRows<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  meant: RowsMeant<E>,
  change: Partial<E>,
): Promise<number> {
  if (!em.queryRunner) throw withoutTransaction('changeRows');
  const maker = RowMaker.of(em.connection, entity);
  const changed = Object.keys(change).filter((property) => change[property] !== undefined);
  const where = conditionsOf(maker, meant, changed.length + 1);
  const sql = `UPDATE ${maker.table} SET ${maker.equations(changed).join(', ')} WHERE ${where.sql}`;
  const values = changed.map((property) => maker.valueOf(property, change[property]));
  const { affected } = await em.queryRunner.query(sql, [...values, ...where.parameters], true);
  return affected ?? 0;
}
