import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CANARY_MARKER, canaryKey } from '../support/canary.js';
import { isLongRun } from '../support/long-run.js';

const run = promisify(execFile);

/** Hosts are compiled against the published types first, and a hundred packages fetched for one of them. */
const TIMEOUT_MS = 300_000;
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

/** Fetching a host's own dependencies takes the registry and a quarter of a minute: for the merge check. */
const itInCi = process.env['CI'] ? it : it.skip;
const reason = process.env['CI'] ? '' : ' (on NestJS 11 only with CI set)';

interface RowResult {
  id: string;
  outcome: string;
  reason?: string;
  versions: Record<string, string>;
}

/** The cheap part of the matrix of `npm run compat`: see compat/matrix/merge-rows.mjs. A second Jest takes ten seconds. */
const ROWS = ['esm', 'cjs', ...(isLongRun ? ['jest'] : []), ...(process.env['CI'] ? ['nest11'] : [])];

describe(`the packed package${reason}`, () => {
  let results: RowResult[];

  beforeAll(async () => {
    const path = join(process.cwd(), 'compat', 'run.mjs');
    const ended = await run(process.execPath, [path, '--merge', '--json', '--only', ROWS.join(',')]).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    if (ended.stdout === '') throw new Error(ended.stderr);
    results = JSON.parse(ended.stdout) as RowResult[];
  }, TIMEOUT_MS);

  it.each(
    [
      { id: 'esm', host: 'a host in ESM, on Express' },
      { id: 'cjs', host: 'a host in CommonJS, on Fastify' },
      { id: 'jest', host: 'a Jest as it comes' },
      { id: 'nest11', host: 'a host on NestJS 11 and TypeORM 0.3' },
    ].filter(({ id }) => ROWS.includes(id)),
  )('is paid once, and refunds, in $host', ({ id }) => {
    const { outcome, reason } = results.find((row) => row.id === id)!;
    expect(reason ?? outcome).toBe('passed');
  });

  itInCi('has met NestJS 11 and TypeORM 0.3 there', () => {
    const ofOld = (major: string): unknown => expect.stringMatching(new RegExp(`^${major}\\.`));
    const versions = { '@nestjs/core': ofOld('11'), '@nestjs/axios': ofOld('4'), typeorm: ofOld('0\\.3') };
    expect(results.find((row) => row.id === 'nest11')).toMatchObject({ versions });
  });
});

/** Whole projects are installed, and better-sqlite3 compiled for one of them: minutes. */
const describeLong = isLongRun ? describe : describe.skip;

describeLong('npm install, from the registry (in the long run: TILLBRIDGE_LONG=1)', () => {
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
    'make a shop that passes the test of the page, which ends by itself where the shop does not start',
    async () => {
      expect(await play('run-readme.mjs')).toEqual({ passed: 1, endsWithoutShop: true });
    },
    TIMEOUT_MS,
  );
});
