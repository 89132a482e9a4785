/** What the page does not show: what is written about it, and what happens beyond what is promised. */
import { table } from './format.mjs';
import { LIMITS } from './limits.mjs';

const tableWith = ({ tables }, ...columns) =>
  tables.find((each) => columns.every((name) => each.columns.includes(name)));

/** The variants of a simulation that must violate something, and what they do violate. */
function beyondOf({ name, record }) {
  const assumptions = tableWith(record, 'variant', 'assumes');
  const results = tableWith(record, 'variant', 'schedules', 'S1');
  if (!assumptions || !results) return [];
  const isLetter = (column) => /^[A-Z]\d/.test(column);
  const beyond = assumptions.rows.filter(([, , mustViolate]) => mustViolate !== '');
  return beyond.map(([variant, assumes]) => {
    const row = results.rows.find(([other]) => other === variant) ?? [];
    const violated = results.columns.flatMap((column, at) =>
      isLetter(column) && Number(row[at]) > 0 ? [`${column} in ${row[at]}`] : [],
    );
    return [name, variant, assumes, row[results.columns.indexOf('schedules')] ?? '', violated.join(', ')];
  });
}

/** Under its heading. */
export function limitsPart(done) {
  const text = LIMITS.map((line) => `- ${line}`).join('\n');
  const head = ['Run', 'Variant', 'Assumes', 'Schedules', 'Violated in so many of them'];
  const beyond = table(head, done.flatMap(beyondOf));
  const parts = ['## What this does not show', text];
  if (beyond !== '') parts.push(`Beyond what is promised:\n\n${beyond}`);
  return parts.join('\n\n');
}
