import type { Page } from 'playwright-core';
import { sized } from '../../support/long-run.js';

/** So many pages of one kind are walked; the others differ by what they list. */
const MOST_OF_A_KIND = sized({ usual: 1, long: 2 });
const LINKS = `[...document.querySelectorAll('a[href]:not([download])')].map(({ href }) => href)`;
const WORD = /^[a-z][a-z-]{0,24}$/;

/** What pages of one kind have in common: the path without ids, and which fields the query has. */
export function kindOf(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const path = pathname.split('/').map((part) => (part === '' || WORD.test(part) ? part : ':id'));
  return `${origin}${path.join('/')}?${[...new Set(searchParams.keys())].sort().join('&')}`;
}

/**
 * Finds the pages that links lead to, from some on, on the same servers.
 *
 * @returns their addresses, each once, the first ones first; of each kind one at most, two in a long run
 */
export async function crawl(page: Page, roots: readonly string[]): Promise<string[]> {
  const origins = new Set(roots.map((root) => new URL(root).origin));
  const known = new Set(roots);
  const kinds = new Map<string, number>();
  const queue = [...roots];
  const pages: string[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (!(await opens(page, next))) continue;
    pages.push(next);
    for (const link of (await page.evaluate(LINKS)) as string[]) {
      const address = link.replace(/#.*$/, '');
      const kind = kindOf(address);
      const seen = kinds.get(kind) ?? 0;
      if (known.has(address) || !origins.has(new URL(address).origin) || seen >= MOST_OF_A_KIND) continue;
      kinds.set(kind, seen + 1);
      known.add(address);
      queue.push(address);
    }
  }
  return pages;
}

/** A file to download is no page. @throws {Error} when a link leads to nothing */
async function opens(page: Page, address: string): Promise<boolean> {
  try {
    const answer = await page.goto(address);
    if (answer !== null && answer.status() >= 400) throw new Error(`a link leads to ${answer.status()}: ${address}`);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('Download is starting')) return false;
    throw error;
  }
}
