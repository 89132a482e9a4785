import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../src/cli/commands.js';
import { canaryKey } from '../support/canary.js';
import { sized } from '../support/long-run.js';
import { PROGRAM } from './support/program.js';

/** A pipe whose reader has ended before the program writes. */
const INTO_CLOSED_PIPE = 'exec 3> >(:); wait $!; "$@" >&3';
/** The same for both outputs. */
const BOTH_INTO_CLOSED_PIPE = 'exec 3> >(:); wait $!; "$@" >&3 2>&3';

async function unread(args: readonly string[], script = INTO_CLOSED_PIPE) {
  const env = { ...process.env, NODE_OPTIONS: '', TILLBRIDGE_API_KEY: canaryKey('web') };
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, PROGRAM, ...args], { cwd: '/', env });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => undefined).end('{}');
  const [exit] = (await once(child, 'close')) as [number | null];
  return { exit, err };
}

const itWithBash = existsSync('/bin/bash') ? it : it.skip;

/** All of them print their help in the same way. */
const HELPED = sized({ usual: COMMANDS.slice(0, 1), long: COMMANDS });

describe('a result that no one reads to its end', () => {
  itWithBash.each([['--help'], ['--version'], ...HELPED.map(({ name }) => [name, '--help'])])(
    'ends %s %s quietly',
    async (...args) => {
      expect(await unread(args)).toEqual({ exit: 0, err: '' });
    },
  );

  itWithBash.each([
    ['error', ['error', '1034']],
    ['completion', ['completion', 'bash']],
    ['verify, whose answer is no', ['verify', '--body', '-', '--auth', 'none']],
    ['sign', ['sign', '--body', '-', '--json']],
    ['sandbox', ['sandbox', '--port', '0']],
  ])('ends %s quietly', async (_, args) => {
    expect(await unread(args)).toEqual({ exit: 0, err: '' });
  });

  itWithBash('does not hide why a command failed', async () => {
    const { err } = await unread(['doctor']);
    expect(err).toMatch(/^CONFIG_MISSING: /);
  });

  const itWithFull = existsSync('/dev/full') ? itWithBash : it.skip;
  /** A full disk, and a terminal that is gone, answer each write with an error. */
  itWithFull.each([[['error', '1034']], [['error', '1034', '--json']], [['--help']], [['completion', 'bash']]])(
    'says of %j that its result could not be written, and fails',
    async (args) => {
      const { exit, err } = await unread(args, '"$@" > /dev/full');
      expect([exit, err]).toEqual([
        3,
        expect.stringMatching(/^OUTPUT_FAILED: .*ENOSPC[^\n]*\n[^\n]*disk full\?[^\n]*\n$/),
      ]);
    },
  );

  itWithFull('keeps its exit code where notes cannot be written', async () => {
    expect((await unread(['doctor'], '"$@" 2> /dev/full')).exit).toBe(3);
  });

  itWithBash('ends a command whose notes no one reads as it would have ended', async () => {
    expect(await unread(['doctor'], BOTH_INTO_CLOSED_PIPE)).toEqual({ exit: 3, err: '' });
  });
});
