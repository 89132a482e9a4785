import type { Json, World } from './world.js';

/** A page of the transactions list. */
export interface Page {
  readonly status: number;
  readonly success: unknown;
  readonly items: readonly Json[];
  readonly pager: Json;
  /** The tokens themselves; a member is missing where the answer has no such cursor. */
  readonly cursors: { after?: string; before?: string };
}

const objectAt = (json: Json, field: string): Json => {
  const value = json[field];
  return typeof value === 'object' && value !== null ? (value as Json) : {};
};

/** Reads a page. The token stands in `pager.cursor`; `pager.after` itself is an address that holds it. */
export async function list(world: World, query: Record<string, string> = {}): Promise<Page> {
  const { status, json, text } = await world.call({ path: '/transactions', query });
  if (json['success'] !== true || !Array.isArray(json['data'])) throw new Error(`The list was refused: ${text}`);
  const pager = objectAt(json, 'pager');
  const cursor = objectAt(pager, 'cursor');
  const cursors = Object.fromEntries(
    ['after', 'before'].flatMap((name) => (typeof cursor[name] === 'string' ? [[name, cursor[name]]] : [])),
  );
  const items = json['data'] as Json[];
  return { status, success: json['success'], items, pager, cursors };
}

/** Pays so many orders, each a moment later than the one before; answers their ids, oldest first. */
export async function createIds(world: World, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) {
    world.clock.advance(1_000);
    made.push(await world.paidOrder());
  }
  return made;
}

/** The ids of the orders on a page, in its order. */
export const idsOn = (page: Page): unknown[] => page.items.map((item) => item['order_id']);

/** Follows `after` to the end; answers every page, the empty one last. */
export async function walk(world: World, limit: number): Promise<Page[]> {
  const pages: Page[] = [];
  let after: string | undefined;
  do {
    pages.push(await list(world, { limit: String(limit), ...(after === undefined ? {} : { after }) }));
    after = pages.at(-1)?.cursors.after;
  } while (after !== undefined && pages.length < 1_000);
  return pages;
}
