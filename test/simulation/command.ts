import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CampaignReport, ContestantReport, VariantReport } from './engine/campaign.js';

const RUNNER = join(process.cwd(), 'test/simulation/run.mjs');

/** Runs the command as `npm run simulate` does: outside of Jest, where it is several times as fast. @returns what it prints */
export async function simulate(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { SEED: _seed, VARIANT: _variant, POLICY: _policy, TILLBRIDGE_RECORD: _record, ...inherited } = process.env;
  const options = { env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [RUNNER, ...args], options);
  return stdout;
}

/** What a run of all variants and all who must not pass has found. */
export interface Simulated {
  readonly report: CampaignReport & { readonly faults: readonly string[] };
  variantOf(name: string): VariantReport;
  contestantOf(policy: string): ContestantReport;
}

/** Plays so many schedules of a subject, and those who must not pass. */
export async function simulateAll(subject: string, schedules: number): Promise<Simulated> {
  const args = [subject, '--schedules', String(schedules), '--contestants', '--json'];
  const report: Simulated['report'] = JSON.parse(await simulate(args));
  return {
    report,
    variantOf: (name) => report.variants.find(({ variant }) => variant.name === name)!,
    contestantOf: (policy) => report.contestants.find(({ contestant }) => contestant.policy === policy)!,
  };
}
