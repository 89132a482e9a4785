import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../examples/shop/config.js';
import { shopDatabase, tryDatabase } from '../../examples/shop/database/shop-database.js';
import { freePort } from '../support/free-port.mjs';
import { waitFor } from '../support/wait-for.js';
import { Program } from './support/program.js';
import { holdPort, isListening, startEnvironment, startRunningShop, type RunningShop } from './support/running-shop.js';

const START = 'dist/examples/shop/start.js';

describe('an open shop', () => {
  let shop: RunningShop;

  beforeAll(async () => {
    shop = await startRunningShop();
  });

  afterAll(() => shop?.close());

  it('opens the shop and the sandbox, and says where and what to do next', async () => {
    const { program, url, sandboxUrl } = shop;
    expect(program.output).toContain(url);
    expect(program.output).toContain(sandboxUrl);
    expect(program.output).toMatch(/What to do next[\s\S]*press Pay/);
    const shelves = await fetch(url);
    expect([shelves.status, shelves.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await shelves.text()).toContain('Linen notebook');
    expect((await fetch(sandboxUrl)).status).toBe(200);
  });

  it('leads from shop, sandbox and dashboard to one another', async () => {
    const { url, sandboxUrl, program } = shop;
    const password = /password (\S+)/.exec(program.output)?.[1];
    const authorization = `Basic ${Buffer.from(`sam:${password}`).toString('base64')}`;
    const shelves = await (await fetch(url)).text();
    const away = await fetch(`${url}/sandbox`, { redirect: 'manual' });
    const merchant = await (await fetch(`${sandboxUrl}/merchant/transactions`)).text();
    const dashboard = await fetch(`${url}/payments/dashboard`, { headers: { authorization } });
    expect(shelves).toMatch(/href="\/payments\/dashboard".*href="\/sandbox"/s);
    expect([away.status, away.headers.get('location')]).toEqual([302, `${sandboxUrl}/merchant/transactions`]);
    expect(merchant).toMatch(new RegExp(`href="${url}".*href="${url}/payments/dashboard"`, 's'));
    expect(await dashboard.text()).toMatch(/<footer>.*href="\/".*href="\/sandbox"/s);
  });

  it('serves every page with headers that let nothing foreign in', async () => {
    const { url, sandboxUrl } = shop;
    for (const path of ['/', '/orders', '/assets/shop.css', '/orders/QS-NOBODY', '/nowhere']) {
      const policy = (await fetch(url + path)).headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).toContain(`form-action 'self' ${sandboxUrl};`);
      expect(policy).not.toMatch(/unsafe|\*/);
    }
  });

  it('answers unknown orders and addresses with a page that says so', async () => {
    const { url } = shop;
    for (const path of ['/orders/QS-NOBODY', '/orders/QS-NOBODY/events', '/nowhere', '/assets/..%2Fconfig.ts']) {
      const answer = await fetch(url + path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toContain('<h1>Not found</h1>');
    }
  });

  it('keeps everything in its data folder', async () => {
    const { dataFolder } = shop;
    const files = readdirSync(dataFolder).filter((name) => name.endsWith('.sqlite'));
    expect(files.sort()).toEqual(['sandbox.sqlite', 'shop.sqlite']);
    expect(existsSync(join(process.cwd(), 'shop.sqlite'))).toBe(false);
  });

  it('is one process, so that even a kill leaves none behind', () => {
    const { pid } = shop.program.child;
    const children = `/proc/${pid}/task/${pid}/children`;
    if (existsSync(children)) expect(readFileSync(children, 'utf8')).toBe('');
  });

  it('stops all of it by Ctrl-C, although an order page is being watched; keeps its orders over a restart; and stops by SIGTERM', async () => {
    const { program, ports, url, env } = shop;
    const orderId = await newOrder(url);
    const events = await fetch(`${url}/orders/${orderId}/events`);
    expect(events.headers.get('content-type')).toContain('text/event-stream');
    const watching = events.text().catch(() => 'cut');
    // What does not stop by itself is ended with another code.
    expect(await program.stop('SIGINT')).toBe(0);
    expect(await Promise.all(ports.map(isListening))).toEqual([false, false]);
    await watching;

    const again = new Program('start.js', env);
    try {
      await again.says('Ctrl-C');
      const report = (await (await fetch(`${url}/orders/${orderId}.json`)).json()) as { amount: string };
      expect(report.amount).toBe('12.50 EUR');
      expect(await again.stop('SIGTERM')).toBe(0);
      expect(await Promise.all(ports.map(isListening))).toEqual([false, false]);
    } finally {
      await again.stop('SIGKILL');
    }
  });
});

describe('npm start', () => {
  const closers: (() => Promise<void> | void)[] = [];
  const later = (close: () => Promise<void> | void): void => void closers.push(close);

  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  async function environment(): Promise<Awaited<ReturnType<typeof startEnvironment>>> {
    const prepared = await startEnvironment();
    later(() => rmSync(prepared.env['DATA_FOLDER'] ?? '', { recursive: true, force: true }));
    return prepared;
  }

  function run(env: Record<string, string>): Program {
    const program = new Program('start.js', env);
    later(async () => void (await program.stop('SIGKILL')));
    return program;
  }

  it.each(['PORT', 'SANDBOX_PORT'] as const)(
    'says plainly that %s is in use, and touches nothing',
    async (variable) => {
      const { env } = await environment();
      const held = await holdPort();
      later(() => held.release());
      const program = run({ ...env, [variable]: String(held.port) });
      expect(await program.ends()).toBe(1);
      expect(program.output).toContain(`Port ${held.port} `);
      expect(program.output).toMatch(new RegExp(`in use.*${variable}=\\d+ npm start`));
      expect(program.output).not.toContain('    at ');
      expect(readdirSync(env['DATA_FOLDER'] ?? '')).toEqual([]);
    },
  );

  it('says plainly, and without a stack, that a variable cannot be used', async () => {
    const { env } = await environment();
    const program = run({ ...env, PORT: 'eighty' });
    expect(await program.ends()).toBe(1);
    expect(program.output.trim()).toBe('PORT must be a port number from 1 to 65535, not "eighty".');
  });

  /** What stands for npm, which starts the shop and gives it its own output. */
  function npm(env: Record<string, string>, [file, ...args]: readonly [string, ...string[]]) {
    const script = `require('node:child_process').spawn(${JSON.stringify(file)}, ${JSON.stringify(args)}, { stdio: 'inherit' })`;
    const child = spawn(process.execPath, ['-e', script], {
      env: { ...process.env, ...env, npm_lifecycle_event: 'start' },
    });
    later(() => void child.kill('SIGKILL'));
    child.stdout.resume();
    child.stderr.resume();
    return child;
  }

  it.each([
    { how: 'directly', command: [process.execPath, START] as const },
    { how: 'behind a shell', command: ['sh', '-c', `true && "${process.execPath}" ${START} && true`] as const },
  ])('goes when npm, its parent $how, has gone without an error', async ({ command }) => {
    const { env, ports } = await environment();
    const isOpen = (): Promise<boolean[]> => Promise.all(ports.map(isListening));
    const parent = npm(env, command);
    // The output is everyone's below npm: it is closed when the last of them has gone.
    const gone = once(parent, 'close');
    await waitFor(async () => (await isOpen()).every(Boolean), { what: 'both servers' });
    parent.kill('SIGKILL');
    await gone;
    expect(await isOpen()).toEqual([false, false]);
  });

  it('goes when npm has gone while the servers were being opened', async () => {
    const { env } = await environment();
    const parent = npm(env, [process.execPath, START]);
    const gone = once(parent, 'close');
    const file = join(env['DATA_FOLDER'] ?? '', 'sandbox.sqlite');
    await waitFor(() => existsSync(file), { what: 'the first file of the sandbox' });
    parent.kill('SIGKILL');
    await gone;
  });
});

describe('the configuration', () => {
  it.each([
    [{ SANDBOX_PORT: '70000' }, 'SANDBOX_PORT must be a port number'],
    [{ PORT: '0' }, 'PORT must be a port number'],
    [{ PORT: '4000' }, 'PORT and SANDBOX_PORT are both 4000'],
    [{ WORKERS: 'maybe' }, 'WORKERS must be "inline" or "off"'],
    [{ OPERATOR_PASSWORD: '' }, 'OPERATOR_PASSWORD is empty. Give it a value, or leave it out.'],
    [{ DATABASE_URL: '' }, 'DATABASE_URL is empty.'],
  ])('refuses %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it('refuses a database it has no driver for, without repeating the password', () => {
    const config = readConfig({ DATABASE_URL: 'oracle://shop:tiger@db' });
    expect(() => shopDatabase(config)).toThrow('DATABASE_URL must begin with mariadb://, mysql:// or postgres://');
    expect(() => shopDatabase(config)).not.toThrow('tiger');
  });

  it.each(['mariadb', 'postgres'])('says that a %s server does not answer, without the password', async (type) => {
    const databaseUrl = `${type}://shop:tiger@127.0.0.1:${await freePort()}/shop`;
    const failure = await tryDatabase({ databaseUrl }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).toMatch(/The database at 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/);
    expect(String(failure)).not.toContain('tiger');
  });

  it('has a default for everything, and a fresh key at every start', () => {
    const [one, other] = [readConfig({}), readConfig({})];
    expect(one).toMatchObject({ port: 3000, sandboxPort: 4000, dataFolder: 'data', workers: 'inline' });
    expect(one.apiKey).toMatch(/^[0-9a-f]{40}$/);
    expect(one.apiKey).not.toBe(other.apiKey);
  });
});

/** Presses *Pay* beside the notebook. @returns the new order's id */
async function newOrder(url: string): Promise<string> {
  const body = new URLSearchParams({ product: 'linen-notebook' });
  const answer = await fetch(`${url}/checkout`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
  const list = await (await fetch(`${url}/orders`)).text();
  return /href="\/orders\/([^"]+)"/.exec(list)?.[1] ?? '';
}
