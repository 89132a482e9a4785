import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CANARY_MARKER, canaryKey } from '../support/canary.js';

const run = promisify(execFile);
const script = join(process.cwd(), 'test', 'package', 'boot-host.mjs');

/** Hosts are compiled against the published types first: a few seconds each. */
const TIMEOUT_MS = 120_000;

describe.each([
  { kind: 'esm', loaded: 'dist/esm/index.js' },
  { kind: 'cjs', loaded: 'dist/cjs/index.js' },
])('the packed package in a host written as $kind', ({ kind, loaded }) => {
  it(
    'compiles, boots on SQLite, acknowledges a genuine notification and refuses a forged one',
    async () => {
      const env = { ...process.env, HOST_API_KEY: canaryKey(kind) };
      const { stdout, stderr } = await run(process.execPath, [script, kind], { env });

      expect(stdout + stderr).not.toContain(CANARY_MARKER);
      expect(JSON.parse(stdout)).toMatchObject({
        loaded,
        genuine: { status: 200, contentType: expect.stringMatching(/^text\/plain\b/), body: 'OK' },
        forged: { status: 401, body: expect.not.stringContaining('OK') },
        knowsOtherCopy: true,
      });
    },
    TIMEOUT_MS,
  );
});
