import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const GRAVE: ReadonlySet<string | null | undefined> = new Set(['serious', 'critical']);
/** The short form, because every page has to read it, and this takes half as long. */
const SOURCE = readFileSync(join(process.cwd(), 'node_modules/axe-core/axe.min.js'), 'utf8');
const RUN = 'axe.run(document, { resultTypes: ["violations"] })';

/**
 * The faults of a page that axe rates serious or critical, with their places. The page's content security policy allows
 * scripts that a debugger runs.
 *
 * @returns one line per place: `rule: selector (what is wrong)`
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  // It stays loaded until another page is opened.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(SOURCE);
  const { violations } = (await page.evaluate(RUN)) as axe.AxeResults;
  const grave = violations.filter(({ impact }) => GRAVE.has(impact));
  return grave.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')} (${help})`));
}
