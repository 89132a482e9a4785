import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';

/**
 * Counts rows up to a limit, so that a page or a metric costs the same however many rows there are. It is cheap only if
 * an index begins with the columns of `where`.
 *
 * @param most - the count stops at this number of rows
 * @returns from 0 to `most`; `most` means "this many or more"
 * @example
 * const parked = await countUpTo(em, NotificationEntity, { state: 'parked' }, 1_000);
 */
export async function countUpTo<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E>,
  most: number,
): Promise<number> {
  const rows = em.createQueryBuilder(entity, 'counted').select('1', 'one').where(where).limit(most);
  const [sql, parameters] = rows.getQueryAndParameters();
  const [found]: { n: number | string }[] = await em.query(`SELECT COUNT(*) AS n FROM (${sql}) bounded`, parameters);
  return Number(found?.n ?? 0);
}
