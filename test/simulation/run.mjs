/**
 * Simulations on a virtual clock: `npm run simulate -- refunds`; without a name everything that can be simulated.
 *
 *   --schedules N     how many, spread over the variants, and over the subjects where none is named (1,000,000)
 *   --variants a,b    only these
 *   --contestants     also try who must not pass: the naive and the mutants
 *   --json            the report as JSON, and nothing else
 *
 * `SEED=… VARIANT=… npm run simulate -- refunds` prints one schedule line by line; `POLICY=…` lets someone else than the
 * module refund. `SEED=…` without a variant begins the run at that seed.
 */
import { register } from 'node:module';
import { countIn, mustBeAmong, readCommandLine } from '../support/command-line.mjs';
import { writeRecord } from '../support/record.mjs';
import { teller } from '../support/teller.mjs';
import { Pool } from './engine/pool.mjs';
import { SHARES, SUBJECTS } from './engine/subjects.mjs';

register('./typescript-hooks.mjs', import.meta.url);

const { positionals, values } = readCommandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    schedules: { type: 'string', default: '1000000' },
    variants: { type: 'string', default: '' },
    contestants: { type: 'boolean', default: false },
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

async function campaign(subject, schedules) {
  const { Campaign, faultsOf } = await import('./engine/campaign.js');
  const pool = new Pool(subject.name);
  const plan = {
    schedules,
    seed: Number(SEED ?? 1),
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
  if (values.json) return void process.stdout.write(JSON.stringify({ ...report, seconds, faults }));
  const { textOf } = await import('./engine/report.js');
  console.log(textOf({ ...report, seconds }));
  console.log(faults.length === 0 ? 'Everything holds.' : faults.join('\n'));
  if (faults.length > 0) process.exitCode = 1;
}

mustBeAmong('simulation of', positionals, Object.keys(SUBJECTS));
const schedules = countIn('schedules', values.schedules);
if (VARIANT !== undefined) {
  const { subject } = await SUBJECTS[name ?? 'refunds']();
  const lines = await subject.replay({ seed: Number(SEED ?? 1), variant: VARIANT, policy: POLICY });
  console.log(lines.join('\n'));
} else {
  for (const each of name === undefined ? Object.keys(SUBJECTS) : [name]) {
    const { subject } = await SUBJECTS[each]();
    const share = name === undefined ? SHARES[each] : 1;
    if (name === undefined) console.log(`${each}: ${Math.ceil(schedules * share)} schedules`);
    await campaign(subject, Math.ceil(schedules * share));
  }
}
