/**
 * `npm run walk`: every page of the demo shop, the dashboard and the sandbox that a link leads to, in Chromium: at 360 and
 * 1280 pixels, light and dark, with and without JavaScript, by the keyboard alone. Fails when axe finds something serious,
 * when a page is wider than the window, when the Tab key does not reach everything, and when the console has something to
 * complain of. The pictures are in `.test-artefacts/walk`. Before a merge the spec looks at each page in one of these ways.
 */
import { helpIfAsked } from '../support/command-line.mjs';
import { printTable } from '../../bench/support/figures.mjs';
import { specTrial } from '../chaos/spec-trials.mjs';
import { writeRecord } from '../support/record.mjs';

helpIfAsked(import.meta.url);
const trial = specTrial('Every page that links lead to, in every window, in a browser', ['test/pages']);
const startedAt = performance.now();
const found = await trial.run({ values: { engine: 'sqlite' }, seed: 1 });
printTable(found.figures);
for (const violation of found.violations) console.log(`VIOLATION ${violation}`);
writeRecord({
  name: 'walk',
  title: trial.title,
  command: 'npm run walk',
  seconds: Math.round((performance.now() - startedAt) / 1_000),
  seed: null,
  ...found,
});
process.exitCode = found.violations.length === 0 ? 0 : 1;
