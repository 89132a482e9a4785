/** One page of a list, in the order of the list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** `cursor` of the page before this one; null on the first. */
  readonly previous: string | null;
  /** `cursor` of the page after this one; null on the last. */
  readonly next: string | null;
}

/** Which page of a list is wanted. */
export interface PageOptions {
  /**
   * `previous` or `next` of a page, or the id of a row after which the page begins. Any other text counts as absent:
   * the first page.
   */
  readonly cursor?: string | null | undefined;
  /** 1 to 1,000; default 50. */
  readonly limit?: number | undefined;
  /** @deprecated the same as {@link cursor} */
  readonly after?: string | null | undefined;
  /** @deprecated the same as {@link cursor} */
  readonly before?: string | null | undefined;
}

/** The place of a row in a list: the values that the list is sorted by. */
export type Place = readonly (string | number)[];

/** Where a page begins, and in which direction it is read. */
export interface PageStart {
  readonly place: Place | null;
  /** True: reads the rows before the place. */
  readonly isBack: boolean;
  /** Number of rows of the page. */
  readonly size: number;
}

const MOST = 1_000;
const DEFAULT_SIZE = 50;
/** Longer than any column that a list is sorted by. */
const LONGEST_TEXT = 128;

/**
 * How many rows a page has.
 *
 * @example
 * pageSize(2_000); // 1_000
 */
export const pageSize = (limit: number = DEFAULT_SIZE, most: number = MOST): number =>
  Math.min(Math.max(1, Math.trunc(limit) || 1), most);

/**
 * The given cursor; null if there is none.
 *
 * @example
 * cursorOf({ cursor: 'Wzb' }); // 'Wzb'
 */
export const cursorOf = ({ cursor, after, before }: PageOptions): string | null => (cursor ?? after ?? before) || null;

/**
 * Reads which page is wanted.
 *
 * @param like - a place in the list, for the types of its values
 * @example
 * pageStart({ limit: 10 }, [0, '']); // { place: null, isBack: false, size: 10 }
 */
export function pageStart(options: PageOptions, like: Place): PageStart {
  const size = pageSize(options.limit);
  const parts = parsed(Buffer.from(cursorOf(options) ?? '', 'base64url').toString('utf8'));
  if (!Array.isArray(parts)) return { place: null, isBack: false, size };
  const [direction, ...values] = parts as readonly unknown[];
  const isPlace = values.length === like.length && values.every((value, index) => isLike(value, like[index]));
  return isPlace ? { place: values as Place, isBack: direction === 0, size } : { place: null, isBack: false, size };
}

/**
 * Makes a page of rows that were read in its direction, one more than fits. The extra row tells whether the list
 * continues, so no query has to count rows.
 *
 * @example
 * pageOf(['a', 'b'], pageStart({ limit: 1 }, ['']), (id) => [id]).items; // ['a']
 */
export function pageOf<R>(rows: readonly R[], start: PageStart, placeOf: (row: R) => Place): Page<R> {
  const { place, isBack, size } = start;
  const isMore = rows.length > size;
  const items = isBack ? rows.slice(0, size).reverse() : rows.slice(0, size);
  const [first, last] = [items[0], items.at(-1)];
  const hasPrevious = isBack ? isMore : place !== null;
  const hasNext = isBack || isMore;
  return {
    items,
    previous: hasPrevious && first !== undefined ? textOf(0, placeOf(first)) : null,
    next: hasNext && last !== undefined ? textOf(1, placeOf(last)) : null,
  };
}

/**
 * Text that needs no escaping in a URL. It includes the direction, so that the two kinds of cursor cannot be mixed up.
 */
const textOf = (direction: 0 | 1, place: Place): string =>
  Buffer.from(JSON.stringify([direction, ...place])).toString('base64url');

/** Whether a value may be used in a query: a cursor may come from a URL, and may be any text. */
const isLike = (value: unknown, like: unknown): value is string | number =>
  typeof like === 'number'
    ? Number.isSafeInteger(value)
    : typeof value === 'string' && value.length <= LONGEST_TEXT && !value.includes('\0');

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}
