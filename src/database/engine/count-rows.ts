import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';

/**
 * Counts rows and stops at a bound, so that a page or a metric costs the same whatever has piled up. It is as cheap as it
 * sounds only where an index begins with the columns of `where`.
 *
 * @param most - no more than so many are looked at
 * @returns from 0 to `most`; `most` stands for "so many or more"
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
