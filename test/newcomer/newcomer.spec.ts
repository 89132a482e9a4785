import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CANARY_MARKER, canaryKey } from '../support/canary.js';
import { isLongRun } from '../support/long-run.js';
import { stepsOfPart } from './page-steps.mjs';

const run = promisify(execFile);

/** Nest compiles the fresh project and starts; a slow machine takes its time. */
const TIMEOUT_MS = 240_000;

const PAID = { status: 'Thank you for 12.50 EUR!', returned: true, mails: 1, isKeyShown: false };

/** Follows one path, and sees to it that it keeps the key to itself. */
async function follow(...flags: readonly string[]): Promise<unknown> {
  const path = join(process.cwd(), 'test', 'newcomer', 'run.mjs');
  const env = { ...process.env, HOST_API_KEY: canaryKey('newcomer') };
  const { stdout, stderr } = await run(process.execPath, [path, ...flags], { env });
  expect(stdout + stderr).not.toContain(CANARY_MARKER);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

describe('someone who has never seen the package', () => {
  it(
    'makes a Nest project, follows the README to the letter and is paid',
    async () => {
      expect(await follow('--quick')).toEqual({ ...PAID, steps: 9 });
    },
    TIMEOUT_MS,
  );

  (isLongRun ? it : it.skip).each([
    ['--nest 11 --http fastify --database postgres --by nest-add', 8],
    ['--nest 11 --http express --database mariadb --by readme', 9],
    ['--nest 12 --http express --database mariadb --by nest-add', 8],
    ['--nest 12 --http fastify --database postgres --by readme', 9],
  ])(
    'is paid as well in another kind of shop: %s',
    async (flags, steps) => {
      expect(await follow(...flags.split(' '))).toEqual({ ...PAID, steps });
    },
    2 * TIMEOUT_MS,
  );

  it('reads commands, where to type them, and files, in the order of the page', () => {
    const page = [
      '# A page\n\n```sh\nnpm ci\n```\n\n## Use it in your shop\n',
      '```sh\ncd shop\nnpx tillbridge sandbox # in another terminal\n```\n',
      '```ts\n// src/a.ts\nexport const a = 1;\n```\n',
      '## Afterwards\n\n```sh\nnpm test\n```\n',
    ].join('\n');

    expect(stepsOfPart(page, 'Use it in your shop')).toEqual([
      { kind: 'command', command: 'cd shop', inAnotherTerminal: false },
      { kind: 'command', command: 'npx tillbridge sandbox', inAnotherTerminal: true },
      { kind: 'file', path: 'src/a.ts', text: '// src/a.ts\nexport const a = 1;\n' },
    ]);
  });
});
