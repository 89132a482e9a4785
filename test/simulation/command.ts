import { beforeAll } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CampaignReport, ContestantReport, VariantReport } from './engine/campaign.js';

const LIMIT_MS = 600_000;
const RUNNER = join(process.cwd(), 'test/simulation/run.mjs');

/** Runs the command as `npm run simulate` does: outside of Jest, where it is several times as fast, and in
 * one process, for to load the module takes longer than most of these runs. @returns what it prints */
export async function simulate(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { SEED: _seed, VARIANT: _variant, POLICY: _policy, TILLBRIDGE_RECORD: _record, ...inherited } = process.env;
  const options = { env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-semi-space-size=32', RUNNER, ...args, '--here'],
    options,
  );
  return stdout;
}

/** What a run of all variants and all who must not pass has found. */
interface Findings extends CampaignReport {
  /** What it breaks, with the seeds that show it. */
  readonly faults: readonly string[];
}

/** So many schedules of a subject from a seed on, and of those who must not pass, played before the tests of a block. */
export class Played {
  /** There once the tests run. */
  report: Findings;

  constructor(subject: string, schedules: number, from = 1) {
    const args = [subject, '--schedules', String(schedules), '--contestants', '--json'];
    beforeAll(async () => {
      this.report = JSON.parse(await simulate(args, { SEED: String(from) }));
    }, LIMIT_MS);
  }

  /** @param name - of a variant */
  variant(name: string): VariantReport {
    return this.report.variants.find(({ variant }) => variant.name === name)!;
  }

  /** @param policy - of one who must not pass */
  contestant(policy: string): ContestantReport {
    return this.report.contestants.find(({ contestant }) => contestant.policy === policy)!;
  }

  /** Invariants that a variant violates, and may not. */
  wrongIn(name: string): string[] {
    const { tally, variant } = this.variant(name);
    return Object.keys(tally.violations).filter((each) => !variant.tolerates.includes(each));
  }
}
