import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { canaryKey } from './canary.js';
import { runWatched } from './watched-run.mjs';

/** Runs a script with the key in its environment, and returns its result. */
async function run(script: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const code = await runWatched({
    program: process.execPath,
    args: ['-e', script],
    options: { env: { ...process.env, NODE_OPTIONS: '', API_KEY: canaryKey('web') } },
    stdout,
    stderr,
  });
  stdout.end();
  stderr.end();
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}

describe('the run of the suite', () => {
  it.each([0, 3])('hands on all output and the exit code %i, and adds nothing', async (code) => {
    const outcome = await run(`console.log('fine 💶'); console.error('also fine'); process.exitCode = ${code};`);
    expect(outcome).toEqual({ code, stdout: 'fine 💶\n', stderr: 'also fine\n' });
  });

  it.each([
    ['on standard output', `console.log('key ' + process.env.API_KEY)`, 'plain'],
    ['on standard error', `console.error('key ' + process.env.API_KEY)`, 'plain'],
    ['in basic authentication', `console.log(Buffer.from('user:' + process.env.API_KEY).toString('base64'))`, 'base64'],
    ['in pieces', `for (const c of process.env.API_KEY) process.stdout.write(c)`, 'plain'],
  ])('fails when the key was printed %s', async (_, script, form) => {
    const { code, stderr } = await run(script);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`FAILED: the canary API key was printed \\(${form}`));
  });

  it('fails when it is ended by a signal', async () => {
    const { code, stderr } = await run(`process.kill(process.pid, 'SIGKILL')`);
    expect(code).toBe(1);
    expect(stderr).toContain('SIGKILL');
  });
});
