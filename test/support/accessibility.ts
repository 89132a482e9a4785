import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const GRAVE: ReadonlySet<string | null | undefined> = new Set(['serious', 'critical']);
/** Every page has to read it: the short form takes half as long. */
const SOURCE = readFileSync(join(process.cwd(), 'node_modules/axe-core/axe.min.js'), 'utf8');
const RUN = 'axe.run(document, { resultTypes: ["violations"] })';

/**
 * What axe finds on a page that keeps people out: the rules whose breach it calls serious or critical, and where. Scripts
 * that a debugger runs are not the page's, so its policy lets them.
 *
 * @returns one line a place: `rule: selector (what is wrong)`
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  // It stays on the page until another one is opened.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(SOURCE);
  const { violations } = (await page.evaluate(RUN)) as axe.AxeResults;
  const grave = violations.filter(({ impact }) => GRAVE.has(impact));
  return grave.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')} (${help})`));
}
