import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isLongRun } from '../support/long-run.js';

/** Where each runner is, and a word of what it can be told. */
const RUNNERS = [
  ['test/simulation/run.mjs', '--schedules N'],
  ['test/chaos/run.mjs', '--cycles N'],
  ['test/attacks/run.mjs', '--requests N'],
  ['test/mutants/run.mjs', '--random N'],
  ['test/reliability/run.mjs', '--size NAME'],
  ['bench/run.mjs', '--json'],
  ['compat/run.mjs', '--only a,b'],
  ['plugins/vendure/chaos/run.mjs', '--copies N'],
] as const;

async function run(program: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(process.cwd(), program), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', TILLBRIDGE_RECORD: '' },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += String(chunk)));
  child.stderr.on('data', (chunk) => (output.err += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, ...output };
}

describe('a runner of trials', () => {
  it.each(RUNNERS)('%s says what it can be told, and tries nothing', async (program, flag) => {
    const { code, out, err } = await run(program, ['--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(flag);
    expect(out).not.toMatch(/^ ?\*/m);
  });

  it.each([
    ['test/simulation/run.mjs', ['refunds', '--schedule', '5'], /'--schedule'.*\n--help says what there is/s],
    ['test/simulation/run.mjs', ['refunds', '--schedules', 'many'], /takes a whole number above 0, not "many"/],
    ['test/simulation/run.mjs', ['returns'], /There is no simulation of returns; there are: refunds,/],
    ['test/chaos/run.mjs', ['storms'], /There is no trial storms; there are: .*storm/],
    ['test/chaos/run.mjs', ['storm', '--hours', '1'], /'--hours'/],
    ['test/attacks/run.mjs', ['forgd'], /There is no attack forgd; there are: forged,/],
    ['test/attacks/run.mjs', ['forged', '--requests', '-1'], /--requests/],
    ['test/mutants/run.mjs', ['--only', 'm999'], /There is no mutant m999; there are: /],
    ['test/mutants/run.mjs', ['--random', 'all'], /--random takes a whole number above 0, not "all"/],
    ['test/mutants/run.mjs', ['--random', '9', '--room', 'attic'], /There is no room attic; there are: .*polling/],
    ['test/mutants/run.mjs', ['--room', 'polling'], /--room is for --random/],
    ['test/mutants/run.mjs', ['--random', '9', '--only', 'm3'], /--only names mutants of the list/],
    ['test/reliability/run.mjs', ['--only', 'chaos-calm'], /There is no run chaos-calm; there are: simulate-refunds,/],
    ['test/reliability/run.mjs', ['--size', 'huge'], /There is no size huge; there are: long, default, short\./],
    ['bench/run.mjs', ['speed'], /There is no bench speed; there are: .*polling/],
  ])('%s %j is refused in a sentence', async (program, args, sentence) => {
    const { code, out, err } = await run(program, args);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
    expect(out + err).not.toMatch(/^ {4}at /m);
  });

  /** test/attacks/addresses.spec.ts carries that attack out before a merge. */
  (isLongRun ? it : it.skip)('does without a number where there is nothing to be counted', async () => {
    const { code, out, err } = await run('test/attacks/run.mjs', ['addresses']);
    // On a busy machine it tells how far it is.
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Everything holds.');
  });
});
