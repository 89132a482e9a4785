/** Rows that contain every pair of values of a table of axes, without listing all products. */

const matches = (row, pair) => Object.entries(pair).every(([axis, value]) => row[axis] === value);

/** Every combination of one value for each axis. */
function products(axes) {
  return Object.entries(axes).reduce(
    (rows, [axis, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [axis]: value }))),
    [{}],
  );
}

/**
 * The pairs of values of two different axes in a row, as texts.
 *
 * @example
 * pairsOf({ node: '20', nest: '12', http: 'express' }); // ['node=20 nest=12', 'node=20 http=express', 'nest=12 http=express']
 */
export function pairsOf(row) {
  const names = Object.entries(row).map(([axis, value]) => `${axis}=${value}`);
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => `${one} ${other}`));
}

/**
 * A short list of rows in which every pair occurs that occurs in any allowed row. The same input always gives the same
 * list: each step takes the row with the most new pairs; among equals, one of a group that is in use already, because
 * each group of rows needs its own installation.
 *
 * @param {Record<string, string[]>} axes
 * @param {{ excluded?: { pair: Record<string, string> }[], groupOf?: (row: Record<string, string>) => string }} [options]
 * @returns {Record<string, string>[]}
 * @example
 * pairwise({ node: ['20', '22'], http: ['express', 'fastify'] }); // four rows
 */
export function pairwise(axes, { excluded = [], groupOf = () => '' } = {}) {
  const admitted = products(axes).filter((row) => !excluded.some(({ pair }) => matches(row, pair)));
  const open = new Set(admitted.flatMap(pairsOf));
  const chosen = [];
  const groups = new Set();
  const scoreOf = (row) => 2 * pairsOf(row).filter((pair) => open.has(pair)).length + Number(groups.has(groupOf(row)));
  while (open.size > 0) {
    const scores = admitted.map(scoreOf);
    const best = admitted[scores.indexOf(Math.max(...scores))];
    chosen.push(best);
    groups.add(groupOf(best));
    for (const pair of pairsOf(best)) open.delete(pair);
  }
  return chosen;
}
