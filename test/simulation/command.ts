import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const RUNNER = join(process.cwd(), 'test/simulation/run.mjs');

/** Runs the command as `npm run simulate` does: outside of Jest, where it is several times as fast. @returns what it prints */
export async function simulate(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { SEED: _seed, VARIANT: _variant, POLICY: _policy, TILLBRIDGE_RECORD: _record, ...inherited } = process.env;
  const options = { env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [RUNNER, ...args], options);
  return stdout;
}
