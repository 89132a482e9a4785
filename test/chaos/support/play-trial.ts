import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { HARDLY_OPTIMISED } from '../../support/hardly-optimised.mjs';

const PROGRAM = join(process.cwd(), 'test/chaos/run.mjs');

/** What came of a trial. */
export interface TrialEnd {
  readonly code: unknown;
  /** All that it printed. */
  readonly text: string;
}

/** Plays a trial of `npm run chaos` in a process of its own, and records nothing. */
export async function playTrial(seed: number, ...args: readonly string[]): Promise<TrialEnd> {
  const env = { ...process.env, SEED: String(seed), NODE_OPTIONS: '', TILLBRIDGE_RECORD: '' };
  const child = spawn(process.execPath, [...HARDLY_OPTIMISED, PROGRAM, ...args], { env });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, text };
}

/** A figure that a trial has printed, by its name. */
export const figureIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name} +(\\d+)`, 'm').exec(text)?.[1]);
