/** Every row of the matrix, as data: rows of pairs, scenarios of their own, and the few that run before each merge. */
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

/**
 * All rows, those of one installation after each other.
 *
 * @returns {({ id: string, kind: 'pairs' | 'scenario', set: string, node: string } & Record<string, string>)[]}
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
  return [...pairRows(), ...scenarios.sort(bySet)];
}
