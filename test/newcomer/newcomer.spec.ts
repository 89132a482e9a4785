import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CANARY_MARKER, canaryKey } from '../support/canary.js';
import { readmeSteps } from './readme-steps.mjs';

const run = promisify(execFile);

/** Nest compiles the fresh project and starts; a slow machine takes its time. */
const TIMEOUT_MS = 240_000;

describe('someone who has never seen the package', () => {
  it(
    'makes a Nest project, follows the README to the letter and is paid',
    async () => {
      const path = join(process.cwd(), 'test', 'newcomer', 'run.mjs');
      const env = { ...process.env, HOST_API_KEY: canaryKey('newcomer') };
      const { stdout, stderr } = await run(process.execPath, [path, '--quick'], { env });

      expect(stdout + stderr).not.toContain(CANARY_MARKER);
      expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
        status: 'Thank you for 12.50 EUR!',
        returned: true,
        mails: 1,
        isKeyShown: false,
        steps: 9,
      });
    },
    TIMEOUT_MS,
  );

  it('reads commands, where to type them, and files, in the order of the page', () => {
    const page = [
      '# A page\n\n```sh\nnpm ci\n```\n\n## Use it in your shop\n',
      '```sh\ncd shop\nnpx tillbridge sandbox # in another terminal\n```\n',
      '```ts\n// src/a.ts\nexport const a = 1;\n```\n',
      '## Afterwards\n\n```sh\nnpm test\n```\n',
    ].join('\n');

    expect(readmeSteps(page)).toEqual([
      { kind: 'command', command: 'cd shop', inAnotherTerminal: false },
      { kind: 'command', command: 'npx tillbridge sandbox', inAnotherTerminal: true },
      { kind: 'file', path: 'src/a.ts', text: '// src/a.ts\nexport const a = 1;\n' },
    ]);
  });
});
