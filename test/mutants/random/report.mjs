/** What a run of drawn defects came to, in figures and as lines for people. */
import { groupBy } from '../../chaos/support/group-by.mjs';

const share = (count, of) => (of === 0 ? '–' : `${((100 * count) / of).toFixed(1)} %`);

/** Of how many, how many were caught by whom. */
export function scoreOf(results) {
  const own = results.filter(({ caughtBy }) => caughtBy === 'own').length;
  const wider = results.filter(({ caughtBy }) => caughtBy !== null).length;
  return { tried: results.length, own, wider };
}

function scoreText({ tried, own, wider }, isOwn) {
  const text = `${own} of ${tried} caught by the room's own specs (${share(own, tried)})`;
  return isOwn ? text : `${text}, ${wider} with the wider ones (${share(wider, tried)})`;
}

const shortened = (text) => (text.length > 200 ? `${text.slice(0, 200)} …` : text) || '(nothing)';

/** Where a defect is, and what the line becomes. */
export const linesOf = ({ file, line, kind, before, after }) => [
  `${file}:${line}, ${kind}`,
  `  - ${shortened(before)}`,
  `  + ${shortened(after)}`,
];

function endingOf({ defect, caughtBy, failure }) {
  const [place, ...change] = linesOf(defect);
  const ending = caughtBy === null ? 'survives' : `caught only by ${failure.spec}: ${failure.test ?? failure.why}`;
  return [`  ${place}: ${ending}`, ...change.map((line) => `  ${line}`)];
}

/** See the types. */
export function reportOf({ results, harmless, unsound, isOwn = false }) {
  const byRoom = groupBy(results, ({ defect }) => defect.room);
  const rooms = [...byRoom.keys()].sort().flatMap((room) => {
    const some = byRoom.get(room);
    return [
      `${room}: ${scoreText(scoreOf(some), isOwn)}`,
      ...some.filter(({ caughtBy }) => caughtBy !== 'own').flatMap(endingOf),
    ];
  });
  return [
    ...rooms,
    ...harmless.flatMap(({ defect, why }) => [`listed as harmless: ${linesOf(defect)[0]}`, `  ${why}`]),
    ...unsound.map((test) => `fails without any defect, and was not counted: ${test}`),
    '',
    `Score: ${scoreText(scoreOf(results), isOwn)}.`,
  ];
}
