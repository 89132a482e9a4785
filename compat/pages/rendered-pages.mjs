/** The pages that show the results, in their correct form. */
import { AXES, EXCLUDED } from '../matrix/axes.mjs';
import { matrixRows } from '../matrix/rows.mjs';
import { renderPage, renderSummary, replaceTable } from './tables.mjs';

/** The heading above the table of the README. */
const HEADING = '## Supported versions';

/**
 * @param {(page: string) => string} read reads a file of the repository
 * @returns {Record<string, string>} texts by path
 */
export function renderedPages(read) {
  const results = new Map(JSON.parse(read('compat/results.json')).rows.map((row) => [row.id, row]));
  const rows = matrixRows().map((row) => ({ outcome: 'not run', versions: {}, ...row, ...results.get(row.id) }));
  const summary = renderSummary(rows, JSON.parse(read('package.json')));
  return {
    'README.md': replaceTable(read('README.md'), HEADING, summary),
    'docs/reference/compatibility.md': renderPage(rows, { axes: AXES, excluded: EXCLUDED }),
  };
}
