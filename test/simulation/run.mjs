/**
 * Simulations on a virtual clock: `npm run simulate -- refunds`; without a name everything that can be simulated.
 *
 *   --schedules N     how many, spread over the variants, and over the subjects where none is named (1,000,000)
 *   --variants a,b    only these; without it, short runs leave out what takes a hundred schedules to show something
 *   --forever         of one subject, so many after so many, until something breaks
 *   --contestants     also try who must not pass: the naive and the mutants
 *   --here            in this process alone: for few schedules, beside others who need the processors
 *   --json            the report as JSON, and nothing else
 *
 * `SEED=… VARIANT=… npm run simulate -- refunds` prints one schedule line by line; `POLICY=…` lets someone else than the
 * module refund. `SEED=…` without a variant begins the run at that seed. A schedule of the adapters that breaks something is
 * printed without all that it can do without and break the same; `--shrink` asks for that of one schedule.
 */
import { register } from 'node:module';
import { countIn, mustBeAmong, readCommandLine } from '../support/command-line.mjs';
import { writeRecord } from '../support/record.mjs';
import { teller } from '../support/teller.mjs';
import { NoPool, Pool } from './engine/pool.mjs';
import { SHARES, SUBJECTS } from './engine/subjects.mjs';

register('./typescript-hooks.mjs', import.meta.url);

const { positionals, values } = readCommandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    schedules: { type: 'string', default: '1000000' },
    variants: { type: 'string', default: '' },
    contestants: { type: 'boolean', default: false },
    forever: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    here: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const [name] = positionals;
const { SEED, VARIANT, POLICY = 'module' } = process.env;

/** Tells how far a campaign is. */
function progressTeller() {
  const tell = teller();
  const start = performance.now();
  return (done, of, failures) => {
    const rate = (done / ((performance.now() - start) / 1_000)).toFixed(0);
    tell(`${done} of ${of} schedules, ${rate} per second, ${failures} violations`);
  };
}

/** How little of it breaks the same, as a story. */
async function tellStories(subject, report) {
  const { firstFailures } = await import('./engine/campaign.js');
  if (!subject.replayShrunken) return;
  for (const schedule of firstFailures(report)) {
    const lines = await subject.replayShrunken(schedule);
    console.log([`SEED=${schedule.seed} VARIANT="${schedule.variant}"`, ...lines].join('\n'));
  }
}

/** @returns {Promise<boolean>} whether everything holds */
async function campaign(subject, schedules, seed) {
  const { Campaign, faultsOf } = await import('./engine/campaign.js');
  const pool = values.here ? new NoPool(subject) : new Pool(subject.name);
  const plan = {
    schedules,
    seed,
    variants: values.variants.split(',').filter(Boolean),
    withContestants: values.contestants,
  };
  const start = performance.now();
  const report = await new Campaign(subject, (work) => pool.run(work), plan, progressTeller()).report();
  await pool.close();
  const seconds = (performance.now() - start) / 1_000;
  const faults = faultsOf(report);
  const { recordOf } = await import('./engine/record.js');
  const command = ['npm run simulate --', ...(name ? [] : [subject.name]), ...process.argv.slice(2)].join(' ');
  writeRecord(recordOf({ ...report, seconds }, command, subject.engines?.()));
  if (faults.length > 0) process.exitCode = 1;
  if (values.json) {
    process.stdout.write(JSON.stringify({ ...report, seconds, faults }));
    return faults.length === 0;
  }
  const { textOf } = await import('./engine/report.js');
  console.log(textOf({ ...report, seconds }));
  console.log(faults.length === 0 ? 'Everything holds.' : faults.join('\n'));
  await tellStories(subject, report);
  return faults.length === 0;
}

/** Seeds of one run do not come again in the next. */
async function campaigns(subject, schedules) {
  let seed = Number(SEED ?? 1);
  while ((await campaign(subject, schedules, seed)) && values.forever) seed += schedules;
}

mustBeAmong('simulation of', positionals, Object.keys(SUBJECTS));
if (values.forever && name === undefined)
  mustBeAmong('simulation without end of', ['everything'], Object.keys(SUBJECTS));
const schedules = countIn('schedules', values.schedules);
if (VARIANT !== undefined) {
  const { subject } = await SUBJECTS[name ?? 'refunds']();
  const replay = values.shrink ? (subject.replayShrunken ?? subject.replay) : subject.replay;
  const lines = await replay({ seed: Number(SEED ?? 1), variant: VARIANT, policy: POLICY });
  console.log(lines.join('\n'));
} else {
  for (const each of name === undefined ? Object.keys(SUBJECTS) : [name]) {
    const { subject } = await SUBJECTS[each]();
    const share = name === undefined ? SHARES[each] : 1;
    if (name === undefined) console.log(`${each}: ${Math.ceil(schedules * share)} schedules`);
    await campaigns(subject, Math.ceil(schedules * share));
  }
}
