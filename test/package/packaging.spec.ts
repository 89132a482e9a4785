import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CANARY_MARKER, canaryKey } from '../support/canary.js';
import { isLongRun } from '../support/long-run.js';

const run = promisify(execFile);

/** Hosts are compiled against the published types first: a few seconds each. */
const TIMEOUT_MS = 120_000;
/** A few hundred packages are fetched. */
const INSTALL_TIMEOUT_MS = 400_000;

/** Runs a script beside this file, sees to it that it keeps the key to itself, and reads the JSON it printed. */
async function play(script: string, ...args: string[]): Promise<unknown> {
  const env = { ...process.env, HOST_API_KEY: canaryKey('packaging') };
  const path = join(process.cwd(), 'test', 'package', script);
  const { stdout, stderr } = await run(process.execPath, [path, ...args], { env });
  expect(stdout + stderr).not.toContain(CANARY_MARKER);
  return JSON.parse(stdout);
}

/** Fetching a host's own dependencies takes the registry and a quarter of a minute, a second Jest ten seconds: for the merge check. */
const describeInCi = process.env['CI'] ? describe : describe.skip;
const reason = process.env['CI'] ? '' : ' (skipped: set CI to have it run)';

const bootsWell = {
  genuine: { status: 200, contentType: expect.stringMatching(/^text\/plain\b/), body: 'OK' },
  forged: { status: 401, body: expect.not.stringContaining('OK') },
  knowsOtherCopy: true,
};

describe.each([
  { kind: 'esm', loaded: 'dist/esm/index.js' },
  { kind: 'cjs', loaded: 'dist/cjs/index.js' },
])('the packed package in a host written as $kind', ({ kind, loaded }) => {
  it(
    'compiles, boots on SQLite, acknowledges a genuine notification and refuses a forged one',
    async () => {
      expect(await play('boot-host.mjs', kind)).toMatchObject({ loaded, ...bootsWell });
    },
    TIMEOUT_MS,
  );
});

describeInCi(`the packed package in a host on NestJS 11 and TypeORM 0.3${reason}`, () => {
  it(
    'does the same',
    async () => {
      const seen = await play('boot-host.mjs', 'nest11');
      expect(seen).toMatchObject({ loaded: 'dist/cjs/index.js', ...bootsWell });
      const ofOld = (major: string): unknown => expect.stringMatching(new RegExp(`^${major}\\.`));
      const versions = { '@nestjs/core': ofOld('11'), '@nestjs/axios': ofOld('4'), typeorm: ofOld('0\\.3') };
      expect(seen).toMatchObject({ versions });
    },
    TIMEOUT_MS,
  );
});

describeInCi(`the packed package in a Jest as it comes${reason}`, () => {
  it(
    'passes a test that a shop would write',
    async () => {
      expect(await play('test-host.mjs')).toEqual({ numPassedTests: 1, numFailedTests: 0 });
    },
    TIMEOUT_MS,
  );
});

/** Whole projects are installed, and better-sqlite3 compiled for one of them: minutes. */
const describeLong = isLongRun ? describe : describe.skip;

describeLong('npm install, from the registry (in the long run: TILLBRIDGE_LONG=1)', () => {
  it(
    'leaves the Jest of a CommonJS project on NestJS 11 working, with one copy of Nest',
    async () => {
      const seen = await play('install-host.mjs', 'nest11');
      expect(seen).toMatchObject({ message: '', numPassedTests: 1, numFailedTests: 0 });
      expect(seen).toMatchObject({ copies: { '@nestjs/common': expect.stringMatching(/^11\./) } });
    },
    INSTALL_TIMEOUT_MS,
  );

  it(
    'works with the oldest scheduler that is admitted, and with every driver of SQLite that TypeORM 0.3 takes',
    async () => {
      const { drivers } = (await play('install-host.mjs', 'peers')) as { drivers: Record<string, unknown> };
      const works = { numPassedTests: 2, numFailedTests: 0, message: expect.stringMatching(/^\s*$/) };
      expect(drivers).toEqual(Object.fromEntries(['8', '9', '10', '11', '12'].map((major) => [major, works])));
    },
    3 * INSTALL_TIMEOUT_MS,
  );

  it(
    'resolves where NestJS 11 is a dependency of someone else, and leaves it as it is',
    async () => {
      const { copies } = (await play('install-host.mjs', 'vendure')) as { copies: Record<string, string> };
      const ofCore = Object.entries(copies).filter(([path]) => /@nestjs\/(?:common|core)$/.test(path));
      expect(ofCore).toEqual(['common', 'core'].map((name) => [`@nestjs/${name}`, expect.stringMatching(/^11\./)]));
    },
    INSTALL_TIMEOUT_MS,
  );
});

describe('the files of the README', () => {
  it(
    'make a shop that is paid once, and passes the test of the page',
    async () => {
      expect(await play('run-readme.mjs')).toEqual({
        status: 303,
        before: 'We are waiting for your payment.',
        after: 'Thank you for 12.50 EUR!',
        verdicts: ['acknowledged', 'acknowledged'],
        test: 'passed',
        mails: 1,
        isKeyShown: false,
      });
    },
    TIMEOUT_MS,
  );
});
