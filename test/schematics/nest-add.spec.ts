import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CANARY_MARKER, canaryKey } from '../support/canary.js';
import { isLongRun } from '../support/long-run.js';

const run = promisify(execFile);

/** A project is made, compiled and started: a dozen seconds where no one else works. */
const TIMEOUT_MS = 240_000;

const takesNotifications = {
  genuine: '200 OK',
  forged: '401',
  isKeyShown: false,
  isByHand: false,
};

const established = { ...takesNotifications, isNewDatabase: false, isStable: true, isMigrated: true, findings: [] };

/** What the established shop shows too, and add-everything.spec.ts of the files alone. */
const itAtNight = isLongRun ? it : it.skip;

/** Plays the script beside this file on one kind of project, and sees to it that it keeps the key to itself. */
async function play(...args: readonly string[]): Promise<unknown> {
  const env = { ...process.env, HOST_API_KEY: canaryKey('schematic') };
  const path = join(process.cwd(), 'test', 'schematics', 'play.mjs');
  const { stdout, stderr } = await run(process.execPath, [path, ...args], { env });
  expect(stdout + stderr).not.toContain(CANARY_MARKER);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

describe('nest add tillbridge, in a project that nest new made', () => {
  itAtNight(
    'makes it take notifications with nothing done by hand',
    async () => {
      expect(await play('fresh')).toEqual({ ...takesNotifications, isNewDatabase: true });
    },
    TIMEOUT_MS,
  );

  it(
    'makes a shop with guards, a prefix, versions, ConfigModule and migrations of its own, on Fastify, take notifications; its doctor finds nothing, and another run changes nothing',
    async () => {
      expect(await play('established')).toEqual(established);
    },
    TIMEOUT_MS,
  );

  itAtNight(
    'does the same in such a shop of Nest 11, with packages of its own',
    async () => {
      expect(await play('established', '--nest', '11')).toEqual(established);
    },
    2 * TIMEOUT_MS,
  );
});
