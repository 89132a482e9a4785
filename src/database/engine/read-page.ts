import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  cursorOf,
  pageOf,
  pageStart,
  type Page,
  type PageOptions,
  type PageStart,
  type Place,
} from '../../support/index.js';

/** A list of rows that is read page by page. */
export interface RowList<E> {
  readonly entity: EntityTarget<E>;
  /** Properties of the sort order, as in an index; the last one is unique. */
  readonly key: readonly (keyof E & string)[];
  /** Default: descending, so the newest row comes first. */
  readonly isRising?: boolean;
  /** Conditions that the same index answers. */
  readonly where?: FindOptionsWhere<E>;
  /** Default: all properties. */
  readonly select?: readonly (keyof E & string)[];
}

/** How a query compares the first column of the sort order. */
export interface Comparison {
  readonly least: string;
  readonly more: string;
  readonly most: string;
  readonly less: string;
}

const PLAIN: Comparison = { least: '>=', more: '>', most: '<=', less: '<' };
const ROW_ID = /^[\w-]{1,36}$/;

/**
 * Reads one page of a list. The cost does not depend on the length of the list if an index has `where` and `key`.
 *
 * @example
 * const list = { entity: OutboxEntity, where: { state: 'dead' }, key: ['dueAt', 'id'] } as const;
 * const { items, next } = await readPage(em, list, { limit: 20 });
 */
export async function readPage<E extends ObjectLiteral>(
  em: EntityManager,
  list: RowList<E>,
  options: PageOptions,
): Promise<Page<E>> {
  const { entity, key, isRising = false, where = {}, select } = list;
  const placeOf = (row: E): Place => key.map((property) => row[property]);
  const start = await startOf(em, list, { options, placeOf });
  const query = em.createQueryBuilder(entity, 'r').where(where);
  if (select) query.select(select.map((property) => `r.${property}`));
  const way = isRising === start.isBack ? 'DESC' : 'ASC';
  const columns = key.map((property) => `r.${property}`);
  if (start.place) beyond(query, { columns, place: start.place, isRising: way === 'ASC' });
  for (const column of columns) query.addOrderBy(column, way);
  return pageOf(await query.limit(start.size + 1).getMany(), start, placeOf);
}

/**
 * Restricts a query to the rows after a place in the order of some columns. A bound on the first column comes before
 * the alternatives: with the alternatives alone, databases read and sort the whole list.
 *
 * @param words - how the first column is compared, if the index differs from the engine's default
 * @example
 * const query = em.createQueryBuilder(OutboxEntity, 'e').where({ state: 'dead' });
 * beyond(query, { columns: ['e.dueAt', 'e.id'], place: [5, 'x'], isRising: true });
 * // … AND e.dueAt >= 5 AND (e.dueAt > 5 OR e.id > 'x')
 */
export function beyond<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  { columns, place, isRising }: { columns: readonly string[]; place: Place; isRising: boolean },
  words: Comparison = PLAIN,
): SelectQueryBuilder<E> {
  const [bound, first, more] = isRising ? [words.least, words.more, '>'] : [words.most, words.less, '<'];
  const [column = '', ...others] = columns;
  const behind = others.reduceRight(
    (rest, name, index) => `${name} ${more} :at${index + 1}${rest && ` OR (${name} = :at${index + 1} AND (${rest}))`}`,
    '',
  );
  const beside = behind && `${column} ${bound} :at0 AND (${column} ${first} :at0 OR ${behind})`;
  const parameters = Object.fromEntries(place.map((value, index) => [`at${index}`, value]));
  return query.andWhere(beside || `${column} ${first} :at0`, parameters);
}

/** The id of a row is accepted as a cursor too. */
async function startOf<E extends ObjectLiteral>(
  em: EntityManager,
  { entity, key }: RowList<E>,
  { options, placeOf }: { options: PageOptions; placeOf: (row: E) => Place },
): Promise<PageStart> {
  const metadata = em.connection.getMetadata(entity);
  const isText = (property: string): boolean => metadata.findColumnWithPropertyName(property)?.type === 'varchar';
  const like = key.map((property) => (isText(property) ? '' : 0));
  const start = pageStart(options, like);
  const id = cursorOf(options);
  if (start.place || id === null || !ROW_ID.test(id)) return start;
  const row = await em.createQueryBuilder(entity, 'r').where({ id }).getOne();
  return row ? { ...start, place: placeOf(row) } : start;
}
