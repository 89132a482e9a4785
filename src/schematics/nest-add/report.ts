import type { Outcome } from '../project/outcome.js';

/** The parts of what is told at the end, in this order, each under its heading. */
const HEADINGS: Readonly<Record<Outcome['kind'], string>> = {
  done: 'Done:',
  present: 'As it was, nothing to do:',
  note: 'Good to know:',
  'by-hand': 'Please do by hand; these were not changed, because they are written in a way that is not understood:',
};

/** What comes next, in the order in which to do it. */
const NEXT = [
  'Next:',
  '  npx tillbridge sandbox    in another terminal: the payment service, on this machine',
  '  npm start                 your application, which takes notifications now',
  '  npx tillbridge doctor     after npm run build: whether everything is as it must be',
];

/** What became of each thing, for people to read: lines of a terminal. */
export function reportLines(outcomes: readonly Outcome[]): string[] {
  const parts = (Object.keys(HEADINGS) as Outcome['kind'][]).map((kind) => {
    const lines = outcomes.filter((each) => each.kind === kind).map(({ where, what }) => `  ${where}: ${what}`);
    return lines.length > 0 ? [HEADINGS[kind], ...lines, ''] : [];
  });
  return [...parts.flat(), ...NEXT];
}
