/**
 * The second opinion: orders, refunds and the book of money as the specification alone has them, beside what the module makes
 * of the same random histories: `npm run opinion`; with a name only that chapter.
 *
 *   --histories N     how many, over the chapters (1,000,000)
 *   --from N          their first seed (1)
 *
 * `SEED=… npm run opinion -- orders` tells the history of a seed, shrunk to what the difference needs. Where the two differ
 * the run ends with 1, and tells the first.
 */
import { register } from 'node:module';
import { countIn, mustBeAmong, readCommandLine } from '../support/command-line.mjs';
import { writeRecord } from '../support/record.mjs';
import { teller } from '../support/teller.mjs';

register('../simulation/typescript-hooks.mjs', import.meta.url);

const { positionals, values } = readCommandLine(import.meta.url, {
  allowPositionals: true,
  options: { histories: { type: 'string', default: '1000000' }, from: { type: 'string', default: '1' } },
});
const { compare, storyOf } = await import('./chapter.js');
const { CHAPTERS } = await import('./chapters.js');
const { SEED } = process.env;
const names = CHAPTERS.map(({ name }) => name);
mustBeAmong('chapter', positionals, names);
const chosen = CHAPTERS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const histories = countIn('histories', values.histories);
const from = countIn('from', values.from);
const shares = chosen.reduce((sum, { share }) => sum + share, 0);

async function compareAll() {
  const started = performance.now();
  const outcomes = [];
  for (const chapter of chosen) {
    const tell = teller();
    const count = Math.ceil((histories * chapter.share) / shares);
    outcomes.push(await compare(chapter, { from, count }, (done) => tell(`${chapter.name}: ${done} of ${count}`)));
  }
  const seconds = Math.round((performance.now() - started) / 1_000);
  for (const { chapter, histories: count, differing } of outcomes)
    console.log(`${chapter}: ${count} histories, ${differing.length} differ`);
  const violations = outcomes.flatMap(({ chapter, differing }) =>
    differing.map(({ seed, kind }) => `SEED=${seed} npm run opinion -- ${chapter}: ${kind}`),
  );
  writeRecord({
    name: 'second-opinion',
    title: 'The module beside a reference that was written from the specification alone',
    command: ['npm run opinion', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' '),
    seconds,
    // The command says from which seed on; `SEED` tells one history.
    seed: null,
    engines: [],
    violations,
    figures: [
      { name: 'histories', value: outcomes.reduce((sum, { histories: count }) => sum + count, 0), unit: '' },
      {
        name: 'histories that differ',
        value: violations.length,
        unit: '',
        goal: '<= 0',
        holds: violations.length === 0,
      },
    ],
    tables: [],
  });
  if (violations.length === 0) return console.log(`Both say the same. ${seconds} s.`);
  process.exitCode = 1;
  console.log(violations.join('\n'));
  const first = outcomes.find(({ differing }) => differing.length > 0);
  await tellStory(
    chosen.find(({ name }) => name === first.chapter),
    first.differing[0].seed,
  );
}

async function tellStory(chapter, seed) {
  console.log(storyOf(chapter, seed, await chapter.shrink(seed)));
}

if (SEED === undefined) await compareAll();
else for (const chapter of chosen) await tellStory(chapter, Number(SEED));
