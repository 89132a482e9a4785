/** Holds what the records say beside the goals. */

const WITHIN = {
  '>=': (value, limit) => value >= limit,
  '<=': (value, limit) => value <= limit,
  '=': (value, limit) => value === limit,
};

const COMBINE = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  most: (values) => Math.max(...values),
  least: (values) => Math.min(...values),
};

const matches = (wanted, name) => (typeof wanted === 'string' ? wanted === name : wanted.test(name));

/** The figures that one source names; null when its run left no record. @throws when the record has no such figure */
function figuresOf({ record: name, figure, violations }, records) {
  const record = records.get(name);
  if (!record) return null;
  if (violations) return [{ value: record.violations.length, unit: '' }];
  const found = record.figures.filter((each) => matches(figure, each.name));
  if (found.length > 0) return found;
  const there = record.figures.map((each) => each.name).join('; ');
  throw new Error(`The record ${name} has no figure ${figure}; it has: ${there || 'none'}`);
}

function stateOf({ at, limit, combine = 'sum' }, values, isComplete) {
  if (values.length === 0) return 'open';
  const holds = WITHIN[at](COMBINE[combine](values), limit);
  // With something missing, only what cannot change any more is said: enough is enough, and too much is too much.
  if (isComplete) return holds ? 'met' : 'missed';
  if (at === '>=' && combine === 'sum') return holds ? 'met' : 'open';
  return holds ? 'open' : 'missed';
}

function judgePart(part, records) {
  const found = part.from.map((source) => figuresOf(source, records));
  const figures = found.filter(Boolean).flat();
  const values = figures.map(({ value }) => value);
  const state = stateOf(part, values, found.every(Boolean));
  const value = values.length > 0 ? COMBINE[part.combine ?? 'sum'](values) : null;
  const missing = part.from.filter((_, index) => !found[index]).map(({ record }) => record);
  return { ...part, unit: part.unit ?? figures[0]?.unit ?? '', value, state, missing };
}

const placeOf = (goal, part) => `${goal.name}: ${part.what}`;

function faultsOf(goal) {
  return goal.parts.flatMap((part) => {
    if (part.state === 'missed' && !part.reason) return [`${placeOf(goal, part)} is missed, and nobody says why`];
    if (part.state === 'met' && part.reason) return [`${placeOf(goal, part)} is met, and excused all the same`];
    return [];
  });
}

/** See the types. */
export function judgeGoals(goals, records) {
  const judged = goals.map((goal) => ({ ...goal, parts: goal.parts.map((part) => judgePart(part, records)) }));
  const faults = judged.flatMap(faultsOf);
  if (faults.length > 0)
    throw new Error(`Goals and reasons disagree (test/reliability/goals.mjs):\n${faults.join('\n')}`);
  return judged;
}
