/** The goals beside what was measured. */
import { counted, listed, measured, namedOr, table } from './format.mjs';

const WORDS = { '>=': 'at least ', '<=': 'at most ', '=': '' };
const targetOf = ({ at, limit, unit }) => `${WORDS[at]}${measured({ value: limit, unit })}`;

const STATES = { met: 'met', missed: '**missed**', open: '*not measured*' };
const oursOf = ({ value, unit }) => (value === null ? '' : measured({ value, unit }));

const whyOf = ({ state, reason, missing }) =>
  state === 'missed' ? reason : state === 'open' ? `no record: ${missing.join(', ')}` : '';

/** A goal is met when each of its parts is. */
export function stateOf({ parts }) {
  if (parts.some(({ state }) => state === 'missed')) return 'missed';
  return parts.every(({ state }) => state === 'met') ? 'met' : 'open';
}

/** One sentence for the first screen. */
export function goalsLine(judged) {
  const namesOf = (state) => judged.filter((goal) => stateOf(goal) === state).map(({ name }) => name.toLowerCase());
  const [missed, open] = [namesOf('missed'), namesOf('open')];
  const met = namesOf('met').length;
  const words = [`${met} of ${counted(judged.length, 'goal')} ${met === 1 ? 'is' : 'are'} met`];
  if (missed.length > 0) words.push(`missed, each with its reason: ${listed(missed)}`);
  if (open.length > 0) words.push(`not measured, or not in full: ${namedOr(open, 'goal')}`);
  return `[Goals](#goals): ${words.join('; ')}.`;
}

/** See the table of goals. */
export function goalsPart(judged) {
  const rows = judged.flatMap(({ name, parts }) =>
    parts.map((part, index) => [
      index === 0 ? name : '',
      part.what,
      targetOf(part),
      oursOf(part),
      STATES[part.state],
      whyOf(part),
    ]),
  );
  const says =
    'Set before anything was measured, for two cores that shop, database and load share. A goal that is missed has its reason beside it.';
  return `## Goals\n\n${says}\n\n${table(['Goal', 'Of what', 'Target', 'Ours', '', 'Why not'], rows)}`;
}
