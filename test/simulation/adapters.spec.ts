import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sized } from '../support/long-run.js';
import type { CampaignReport } from './engine/campaign.js';

const SCHEDULES = sized({ usual: 24, long: 45 });
const RUNNER = join(process.cwd(), 'test/simulation/run.mjs');
const MINUTES = 60_000;

/** Runs the command as `npm run simulate` does. */
async function simulate(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { SEED: _seed, VARIANT: _variant, POLICY: _policy, ...inherited } = process.env;
  const options = { env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [RUNNER, 'adapters', ...args], options);
  return stdout;
}

type Report = CampaignReport & { readonly faults: readonly string[] };

describe('the real module and the real sandbox on one clock', () => {
  let report: Report;

  beforeAll(async () => {
    report = JSON.parse(await simulate(['--schedules', String(SCHEDULES), '--contestants', '--json']));
  }, 5 * MINUTES);

  it('breaks nothing, whatever goes wrong between them; what it breaks is printed with its seed', () => {
    expect(report.faults).toEqual([]);
    expect(report.schedules).toBeGreaterThanOrEqual(SCHEDULES);
  });

  it('has orders, effects and refunds in all of that, and faults of every origin', () => {
    for (const { tally } of report.variants) {
      const { orders = 0, effects = 0, intents = 0 } = tally.counts;
      expect([orders > tally.schedules, effects > orders, intents > 0]).toEqual([true, true, true]);
    }
    const { faults } = report.variants[0]!.tally;
    const origins = [
      'drop',
      'handler throws',
      'database dies',
      'database fails',
      'worker vanishes',
      'leap of the clock',
    ];
    expect(Object.keys(faults)).toEqual(expect.arrayContaining(origins));
  });

  it('notices every defect that was built in', () => {
    expect(report.contestants.length).toBeGreaterThanOrEqual(8);
    const passed = report.contestants.filter(({ isCaught }) => !isCaught);
    expect(passed.map(({ contestant }) => contestant.policy)).toEqual([]);
  });

  it('prints one schedule line by line', async () => {
    const env = { SEED: '7', VARIANT: 'no guard', POLICY: 'what is acknowledged is not stored' };
    expect(await simulate([], env)).toMatch(/I7-1 is ordered[\s\S]*peace[\s\S]*S9 is violated/);
  });
});
