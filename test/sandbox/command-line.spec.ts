import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { canaryKey } from '../support/canary.js';
import { HARDLY_OPTIMISED } from '../support/hardly-optimised.mjs';
import { stripInstall } from '../support/stripped-install.js';
import { waitFor } from '../support/wait-for.js';
import { ORDER, readReply, submit } from './support/service.js';

const PROGRAM = join(process.cwd(), 'dist/esm/cli/main.js');
const KEY = canaryKey('command-line');

interface Run {
  child: ChildProcess;
  out: string;
  err: string;
}

const runs: Run[] = [];

interface Place {
  readonly program: string;
  readonly cwd: string;
}

function tillbridge(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  { program, cwd }: Place = { program: PROGRAM, cwd: process.cwd() },
): Run {
  const child = spawn(process.execPath, [...HARDLY_OPTIMISED, program, ...args], {
    env: { ...process.env, ...environment },
    cwd,
  });
  const run: Run = { child, out: '', err: '' };
  child.stdout.on('data', (chunk) => (run.out += String(chunk)));
  child.stderr.on('data', (chunk) => (run.err += String(chunk)));
  runs.push(run);
  return run;
}

const ended = (run: Run): Promise<boolean> =>
  waitFor(() => run.child.exitCode !== null || run.child.signalCode !== null, { what: 'the end of the program' });

async function urlOf(run: Run): Promise<string> {
  const found = await waitFor(() => /up: (http\S+)/.exec(run.out), { what: 'the address' });
  return String(found[1]);
}

const create = async (url: string, key: string) => {
  const request = { method: 'POST', headers: { api_key: key }, body: JSON.stringify(ORDER) };
  return readReply(await fetch(`${url}/v1/json/orders`, request));
};

afterEach(async () => {
  for (const run of runs.splice(0)) {
    if (run.child.exitCode === null && run.child.signalCode === null) run.child.kill('SIGKILL');
    await ended(run);
  }
});

/** It has come to its end in peace. */
async function stopsAt(signal: 'SIGINT' | 'SIGTERM', run: Run): Promise<void> {
  run.child.kill(signal);
  await ended(run);
  expect([run.child.exitCode, run.err]).toEqual([0, '']);
  expect(run.out).toMatch(/The sandbox has stopped\.\n$/);
  expect(run.out).not.toContain(KEY);
}

describe('tillbridge sandbox', () => {
  it('prints its address, takes a key as it is given, from the environment, or the well-known one of the name, and stops at SIGINT', async () => {
    const groups = ['--group', `given=${KEY}`, '--group', 'till-1', '--group', 'web'];
    const OWN = canaryKey('environment');
    const run = tillbridge(['sandbox', '--port', '0', ...groups], { TILLBRIDGE_SANDBOX_KEY_TILL_1: OWN });
    const url = await urlOf(run);
    expect(await (await fetch(`${url}/health`)).text()).toBe('{"status":"ok"}');
    for (const key of [KEY, OWN, 'sandbox-web']) expect((await create(url, key)).json.success).toBe(true);
    expect((await create(url, 'sandbox-till-1')).json.error_code).toBe(1032);
    await stopsAt('SIGINT', run);
  });

  it('behaves as its flags say, with faults by chance, and stops at SIGTERM', async () => {
    const flags = [
      '--transaction-ids',
      'text:18',
      '--fault',
      'error-after=1',
      '--fault-seed',
      '7',
      '--resends',
      'short',
    ];
    const run = tillbridge(['sandbox', '--port', '0', '--group', `web=${KEY}`, ...flags]);
    const url = await urlOf(run);
    const reply = await fetch(`${url}/v1/json/orders`, {
      method: 'POST',
      headers: { api_key: KEY },
      body: JSON.stringify(ORDER),
    });
    expect(reply.status).toBe(503);
    const faults: { data: unknown } = JSON.parse(await (await fetch(`${url}/sandbox/faults`)).text());
    expect(faults.data).toMatchObject({ chance: { seed: 7, probabilities: { 'error-after': 1 } } });
    await stopsAt('SIGTERM', run);
  });

  it('says plainly that its port is busy, and what to do', async () => {
    const occupant = createServer();
    await new Promise<void>((resolve) => void occupant.listen(0, '127.0.0.1', resolve));
    const { port } = occupant.address() as AddressInfo;
    const run = tillbridge(['sandbox', '--port', String(port)]);
    await ended(run);
    await new Promise((resolve) => occupant.close(resolve));
    expect(run.child.exitCode).toBe(3);
    expect(run.err).toBe(
      `PORT_BUSY: Port ${port} is in use by another program.\n` +
        'Stop the program that uses it, or choose another port (0 takes any free one).\n',
    );
  });

  it('says plainly that it cannot listen on an address that is not one of this machine', async () => {
    const run = tillbridge(['sandbox', '--port', '0', '--host', '203.0.113.9']);
    await ended(run);
    expect(run.child.exitCode).toBe(3);
    expect(run.err).toMatch(
      /^ADDRESS_UNUSABLE: .* listen on 203\.0\.113\.9, port 0: .*\.\nChoose an address of this machine/,
    );
  });

  it.each([
    ['is missing', 'is not installed:\nnpm i -D better-sqlite3', () => undefined],
    [
      'lacks its native part',
      'cannot be loaded:\nnpm rebuild better-sqlite3',
      (modules: string) => {
        const source = join('node_modules', 'better-sqlite3');
        cpSync(source, join(modules, 'better-sqlite3'), { recursive: true, filter: (path) => !path.endsWith('build') });
      },
    ],
  ])('says what to type where the driver of SQLite %s', async (_, words, prepare) => {
    const { folder, program, nodeOptions, remove } = stripInstall(['better-sqlite3']);
    prepare(join(folder, 'node_modules'));
    const run = tillbridge(['sandbox', '--port', '0'], { NODE_OPTIONS: nodeOptions }, { program, cwd: folder });
    await ended(run);
    remove();
    const err = `DRIVER_MISSING: The sandbox keeps its orders in SQLite, and the driver of that ${words}\n`;
    expect([run.out, run.err, run.child.exitCode]).toEqual(['', err, 3]);
  });

  it('runs on Fastify in a project that lacks Express, and says what to type where both are missing', async () => {
    const lacking = ['@nestjs/platform-express', 'express'];
    const install = stripInstall(lacking);
    const place = { program: install.program, cwd: install.folder };
    const run = tillbridge(
      ['sandbox', '--port', '0', '--group', `web=${KEY}`],
      { NODE_OPTIONS: install.nodeOptions },
      place,
    );
    const url = await urlOf(run);
    expect((await fetch(url)).status).toBe(200);
    const { json } = await create(url, KEY);
    const paid = await submit(String(json.data['payment_url']), { method: 'VISA', outcome: 'paid' });
    expect(paid.status).toBe(303);
    const garbled = await fetch(`${url}/v1/json/orders`, { method: 'POST', headers: { api_key: KEY }, body: '{' });
    expect(await readReply(garbled)).toMatchObject({ json: { success: false } });
    run.child.kill('SIGTERM');
    await ended(run);
    install.remove();
    expect([run.child.exitCode, run.err]).toEqual([0, '']);
    const bare = stripInstall([...lacking, '@nestjs/platform-fastify', 'fastify']);
    const refused = tillbridge(
      ['sandbox'],
      { NODE_OPTIONS: bare.nodeOptions },
      { program: bare.program, cwd: bare.folder },
    );
    await ended(refused);
    bare.remove();
    const err = 'neither Express nor Fastify can be loaded for it:\nnpm i -D @nestjs/platform-express\n';
    expect([refused.child.exitCode, refused.err]).toEqual([3, expect.stringContaining(err)]);
  });

  it.each([
    ['a port that is none', ['--port', '99999'], /0 to 65535/],
    ['an address without a group', ['--notification-url', 'http://localhost'], /must be a group/],
    [
      'an address of a group that is not there',
      ['--notification-url', 'shop=http://localhost'],
      /no terminal group "shop"/,
    ],
    ['an option that it does not have', ['--colour'], /unknown option/],
    ['a fault that is none', ['--fault', 'flood=0.1'], /kind of fault/],
    ['a chance that is none', ['--fault', 'drop=2'], /chance of 0 to 1/],
    ['a form of ids that is none', ['--transaction-ids', 'text:12'], /16, 17 or 18/],
    ['a plan that is none', ['--resends', 'often'], /standard, short/],
    ['a live key', ['--group', 'web=live_0123456789'], /looks like a live key/],
  ])('refuses %s', async (_, args, text) => {
    const run = tillbridge(['sandbox', ...args]);
    await ended(run);
    expect(run.child.exitCode).toBe(text.source.includes('live key') ? 3 : 2);
    expect(run.err).toMatch(text);
    expect(run.err).not.toMatch(/live_0123456789|\n\s+at /);
  });
});
