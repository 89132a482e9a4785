import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { isLongRun, sized } from '../support/long-run.js';
import type { CampaignReport } from './engine/campaign.js';
import { shrink } from './engine/shrink.js';

const SCHEDULES = sized({ usual: 15, long: 45 });
/** Those with a defect that must be noticed take twice the time of all the others. */
const CONTESTANTS = isLongRun ? ['--contestants'] : [];
const itWithContestants = isLongRun ? it : it.skip;
const RUNNER = join(process.cwd(), 'test/simulation/run.mjs');
const MINUTES = 60_000;

/** Runs the command as `npm run simulate` does; in a run before a merge each process more costs what ten schedules do. */
async function simulate(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { SEED: _seed, VARIANT: _variant, POLICY: _policy, ...inherited } = process.env;
  const options = { env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const flags = ['--max-semi-space-size=32', RUNNER, 'adapters', ...args, '--here'];
  const { stdout } = await promisify(execFile)(process.execPath, flags, options);
  return stdout;
}

type Report = CampaignReport & { readonly faults: readonly string[] };

describe('the real module and the real sandbox on one clock', () => {
  let report: Report;

  beforeAll(async () => {
    report = JSON.parse(await simulate(['--schedules', String(SCHEDULES), ...CONTESTANTS, '--json']));
  }, 5 * MINUTES);

  it('breaks nothing, whatever goes wrong between them; what it breaks is printed with its seed', () => {
    expect(report.faults).toEqual([]);
    expect(report.schedules).toBeGreaterThanOrEqual(SCHEDULES);
  });

  it('has orders, effects and refunds in all of that', () => {
    for (const { tally } of report.variants) {
      const { orders = 0, effects = 0, intents = 0 } = tally.counts;
      expect([orders > tally.schedules, effects > orders, intents > 0]).toEqual([true, true, true]);
    }
  });

  itWithContestants('has faults of every origin', () => {
    // Keys and names change seldom; those who must not pass meet that, too.
    const tallies = [...report.variants, ...report.contestants].map(({ tally }) => tally);
    const seen = new Set(tallies.flatMap(({ faults }) => Object.keys(faults)));
    const origins = [
      ['drop', 'delay', 'reorder'],
      ['error-before', 'error-after', 'response-lost', 'reset'],
      ['database dies', 'database fails', 'database busy'],
      ['handler throws'],
      ['worker vanishes', 'replica started anew'],
      ['leap of the clock', 'clock jumps', 'clocks apart'],
      ['answer too late'],
      ['request too late'],
      ['request too late, of a refund'],
      ['answer overtaken', 'request overtaken'],
      ['notification once more, to every replica'],
      ['key changed: both keys valid', 'key changed: new key signs at once', 'key changed: at a fixed time'],
      ['notification signed with the key before'],
      ['group renamed'],
      ['notification to the name before'],
      ['written by the older release'],
      ['notifications of an order to no one'],
      ['database does not answer'],
    ];
    const unseen = origins.filter((kinds) => !kinds.some((kind) => seen.has(kind)));
    expect(unseen).toEqual([]);
  });

  itWithContestants('notices every defect that was built in', () => {
    expect(report.contestants.length).toBeGreaterThanOrEqual(16);
    const passed = report.contestants.filter(({ isCaught }) => !isCaught);
    expect(passed.map(({ contestant }) => contestant.policy)).toEqual([]);
  });

  it('tells a schedule line by line, without all that it can do without and break the same', async () => {
    const env = { SEED: '16', VARIANT: 'no guard', POLICY: 'what is acknowledged is not stored' };
    const story = await simulate(['--shrink'], env);
    expect(story).toMatch(/^S9 is violated with 0 of \d+ parts/);
    expect(story).toMatch(/is ordered[\s\S]*peace[\s\S]*S9 is violated/);
    expect(story).not.toMatch(/forged|leaps/);
  });

  it('leaves out of a schedule what can be left out, and no more', async () => {
    const parts = ['a', 'b', 'c', 'd', 'e', 'f'];
    // Without d it takes f to break it.
    const fails = async (without: ReadonlySet<string>): Promise<boolean> =>
      !without.has('b') && (!without.has('d') || !without.has('f'));
    expect([...(await shrink(parts, fails))].sort()).toEqual(['a', 'c', 'e', 'f']);
  });

  it('plays few schedules where few parts are needed', async () => {
    const parts = Array.from({ length: 32 }, (_, index) => String(index));
    const played: ReadonlySet<string>[] = [];
    const fails = async (without: ReadonlySet<string>): Promise<boolean> => {
      played.push(without);
      return !without.has('7');
    };
    expect((await shrink(parts, fails)).size).toBe(31);
    expect(played.length).toBeLessThan(16);
  });
});
