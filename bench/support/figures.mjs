/**
 * The results of a bench. Every bench prints its figures in one form: a table for people, or one line of JSON.
 *
 * @typedef {{ name: string, value: number, unit: string, goal?: string, holds?: boolean }} Figure
 */

const WITHIN = { '>=': (value, limit) => value >= limit, '<=': (value, limit) => value <= limit };

/**
 * @param {string} name
 * @param {number} value
 * @param {string} unit
 * @param {{ at: '>=' | '<=', limit: number }} [goal]
 * @returns {Figure}
 */
export function figure(name, value, unit, goal) {
  const rounded = Number(value.toPrecision(4));
  if (!goal) return { name, value: rounded, unit };
  return { name, value: rounded, unit, goal: `${goal.at} ${goal.limit}`, holds: WITHIN[goal.at](value, goal.limit) };
}

export const atLeast = (limit) => ({ at: '>=', limit });
export const atMost = (limit) => ({ at: '<=', limit });

/** The median; of an even number, the upper of the two middle values. */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The value below which the given share of the sorted values lies. */
export const percentile = (sorted, share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;

/** @param {readonly Figure[]} figures */
export function printTable(figures) {
  const width = Math.max(...figures.map(({ name }) => name.length)) + 2;
  for (const { name, value, unit, goal, holds } of figures) {
    const verdict = goal === undefined ? '' : `   goal ${goal}: ${holds ? 'holds' : 'missed'}`;
    console.log(`${name.padEnd(width)}${String(value).padStart(10)} ${unit.padEnd(6)}${verdict}`.trimEnd());
  }
}
