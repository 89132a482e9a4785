import type { Outcome } from '../project/outcome.js';

/** The parts of the final report, in this order, each with its heading. */
const HEADINGS: Readonly<Record<Outcome['kind'], string>> = {
  done: 'Done:',
  present: 'As it was, nothing to do:',
  note: 'Good to know:',
  'by-hand': 'Please do by hand; these were not changed, because they are written in a way that is not understood:',
};

/** The next steps, in their order. */
const NEXT = [
  'Next:',
  '  npx tillbridge sandbox    in another terminal: the payment service, on this machine',
  '  npm start                 your application, which takes notifications now',
  '  npx tillbridge doctor     after npm run build: whether everything is as it must be',
];

/** The outcome of each part as lines for a terminal. */
export function reportLines(outcomes: readonly Outcome[]): string[] {
  const parts = (Object.keys(HEADINGS) as Outcome['kind'][]).map((kind) => {
    const lines = outcomes.filter((each) => each.kind === kind).map(({ where, what }) => `  ${where}: ${what}`);
    return lines.length > 0 ? [HEADINGS[kind], ...lines, ''] : [];
  });
  return [...parts.flat(), ...NEXT];
}
