/** Every row of the matrix, as data: rows of pairs, separate scenarios, and the paths of newcomers. */
import { allVariants } from '../../test/newcomer/variants.mjs';
import { SCENARIOS } from '../scenarios/index.mjs';
import { AXES, EXCLUDED } from './axes.mjs';
import { pairwise } from './pairwise.mjs';
import { setOf } from './sets.mjs';

const idOf = ({ node, nest, typeorm, http, module, database }) =>
  `node${node}-nest${nest}-typeorm${typeorm}-${http}-${module}-${database}`;

const bySet = (one, other) => one.set.localeCompare(other.set, 'en') || one.id.localeCompare(other.id, 'en');

function pairRows() {
  const rows = pairwise(AXES, { excluded: EXCLUDED, groupOf: setOf });
  return rows.map((values) => ({ id: idOf(values), kind: 'pairs', set: setOf(values), ...values })).sort(bySet);
}

/** Every path of a newcomer: `newcomer-nest12-express-sqlite-readme` and so on. It installs the packages of its page. */
function newcomerRows() {
  return allVariants().map(({ nest, http, database, by }) => ({
    id: `newcomer-nest${nest}-${http}-${database}-${by}`,
    kind: 'newcomer',
    node: process.versions.node,
    nest,
    http,
    database,
    by,
  }));
}

/**
 * All rows, grouped by installation.
 *
 * @returns {({ id: string, kind: 'pairs' | 'scenario' | 'newcomer', set?: string, node: string } & Record<string, string>)[]}
 */
export function matrixRows() {
  const scenarios = SCENARIOS.map(({ id, title, set, node, database }) => ({
    id,
    kind: 'scenario',
    title,
    set,
    node,
    database,
  }));
  return [...pairRows(), ...scenarios.sort(bySet), ...newcomerRows()];
}
