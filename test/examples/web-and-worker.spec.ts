import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { DataSource } from 'typeorm';
import { CANARY_MARKER, canaryKey } from '../support/canary.js';
import { createTestDatabase, testEngines, type TestDatabase } from '../support/engines.js';
import { isLongRun } from '../support/long-run.js';
import { waitFor } from '../support/wait-for.js';
import { makeProject, type ExampleProject } from './support/example-project.mjs';
import { Program } from './support/program.js';
import { freePorts } from './support/running-shop.js';

const run = promisify(execFile);
const STAFF_TOKEN = 'token-of-the-staff';
/** The servers of the tests write to no disk and live in another time zone: doctor is right about them. */
const OF_THE_TEST_SERVER = new Set(['durability', 'time-zone']);
/** In the long run its own dependencies are installed first: NestJS 11 and TypeORM 0.3. */
const SETUP_MS = 300_000;

const hasPostgres = testEngines().some(({ name }) => name === 'postgres');
const describePostgres = hasPostgres ? describe : describe.skip;

describePostgres('the example with web and worker apart, on PostgreSQL', () => {
  let project: ExampleProject;
  let database: TestDatabase;
  let dataSource: DataSource;
  let service: RunningSandbox;
  let env: Record<string, string>;
  let shop: string;
  let web: Program;
  let worker: Program;

  const start = (name: 'web' | 'worker'): Program => new Program(join(project.folder, 'dist', `${name}.js`), env);
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${shop}/api/v1/${path}`, { headers, redirect: 'manual' });
  const order = (cart: string): Promise<Response> =>
    fetch(`${shop}/api/v1/checkout/${cart}`, { method: 'POST', redirect: 'manual' });
  const returnPage = async (cart: string): Promise<string> => (await get(`checkout/${cart}/return`)).text();
  const reservations = (cart: string): Promise<{ reserved_by: string }[]> =>
    dataSource.query('SELECT reserved_by FROM reservation WHERE order_id = $1', [cart]);
  const isAcknowledged = async (): Promise<boolean> => {
    const { items } = await service.sandbox.notifications();
    return items.some(({ orderId, last }) => orderId === 'A-2' && last?.verdict === 'acknowledged');
  };
  const staff = { authorization: `Bearer ${STAFF_TOKEN}` };

  beforeAll(async () => {
    project = makeProject('web-and-worker', { isInstalled: isLongRun });
    database = await createTestDatabase('postgres');
    dataSource = await new DataSource(database.options).initialize();
    service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
    const [port] = await freePorts();
    shop = `http://127.0.0.1:${port}`;
    env = {
      DATABASE_URL: String(Reflect.get(database.options, 'url')),
      PAYMENT_API_KEY: canaryKey('web'),
      PAYMENT_URL: service.url,
      SHOP_URL: shop,
      PORT: String(port),
      STAFF_TOKEN,
      HEARTBEAT_FILE: join(project.folder, 'heartbeat'),
    };
    const migrate = [join(project.modules, 'typeorm', 'cli.js'), 'migration:run', '-d', 'dist/data-source.js'];
    await run(process.execPath, migrate, { cwd: project.folder, env: { ...process.env, ...env } });
    [web, worker] = [start('web'), start('worker')];
    await worker.says('The worker is ready.');
    await waitFor(async () => (await get('checkout/nobody/return')).ok, { what: 'the web process to listen' });
  }, SETUP_MS);

  afterAll(async () => {
    await Promise.all([web, worker].map((program) => program?.stop('SIGTERM')));
    await service?.close();
    await dataSource?.destroy();
    await database?.drop();
    project?.remove();
  });

  it('is paid: the web process takes the notification, the worker applies it and sends the mail', async () => {
    const answer = await order('A-1');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain(service.url);
    expect(await returnPage('A-1')).toBe('We are waiting for your payment.');

    await service.sandbox.pay('A-1');

    await waitFor(async () => (await returnPage('A-1')) === 'Thank you for 12.50 EUR!', { what: 'the payment' });
    expect(await reservations('A-1')).toEqual([{ reserved_by: 'worker' }]);
    await worker.says('we received 12.50 EUR for A-1');
    expect(web.output).not.toContain('we received');
  });

  it('keeps what is the staff’s behind its guard, and lets the service and shoppers in', async () => {
    expect((await get('staff/orders/A-1')).status).toBe(403);
    expect((await get('staff/orders/A-1', { authorization: 'Bearer nonsense' })).status).toBe(403);
    expect((await get('staff/orders/A-1', staff)).status).toBe(200);
    const at = Date.now();
    const body = orderBody({ orderId: 'A-1', amount: 1250, at });
    const forged = signedNotification({ key: 'the-key-of-someone-else', orderId: 'A-1', body, at });
    const answer = await fetch(`${shop}/api/payments/notifications/web${forged.search}`, {
      method: 'POST',
      headers: forged.headers,
      body: forged.body,
    });
    expect(answer.status).toBe(401);
  });

  it('has a refund of the staff sent by the worker, once for one form', async () => {
    const form = { key: 'return-1', amount: '5.00', reason: 'Returned', why: 'the mug was broken' };
    const send = (): Promise<Response> =>
      fetch(`${shop}/api/v1/staff/orders/A-1/refunds`, {
        method: 'POST',
        headers: { ...staff, 'content-type': 'application/json' },
        body: JSON.stringify(form),
      });
    const [first, second] = [await (await send()).json(), await (await send()).json()];
    expect(second).toEqual(first);
    await waitFor(
      async () => {
        const { refunds } = (await (await get('staff/orders/A-1', staff)).json()) as { refunds: { state: string }[] };
        return refunds.length === 1 && ['accepted', 'settled'].includes(refunds[0]!.state);
      },
      { what: 'the refund to be sent' },
    );
  });

  it('loses nothing while no worker runs: the next one applies what was stored', async () => {
    expect(await worker.stop('SIGTERM')).toBe('SIGTERM');
    await order('A-2');
    await service.sandbox.pay('A-2');
    await waitFor(isAcknowledged, { what: 'the web process to acknowledge' });
    expect(await reservations('A-2')).toEqual([]);

    worker = start('worker');
    await waitFor(async () => (await reservations('A-2')).length === 1, { what: 'the next worker to apply it' });
  });

  it('says that it is healthy, web by its address and worker by its file, and that it is not', async () => {
    const isHealthy = (place: string): Promise<boolean> =>
      run(process.execPath, [join(project.folder, 'dist/healthcheck.js'), place]).then(
        () => true,
        () => false,
      );
    const heartbeat = env['HEARTBEAT_FILE']!;
    expect([await isHealthy(`${shop}/api/v1/health`), await isHealthy(heartbeat)]).toEqual([true, true]);
    const { details } = (await (await get('health')).json()) as { details: object };
    expect(Object.keys(details)).toEqual(['payments']);
    // A file of its own: the worker's next heartbeat may come while a slow machine is still at the question.
    const [dead, longAgo] = [`${heartbeat}-of-the-dead`, new Date(Date.now() - 31_000)];
    writeFileSync(dead, readFileSync(heartbeat));
    utimesSync(dead, longAgo, longAgo);
    expect([await isHealthy(dead), await isHealthy(`${shop}/api/v1/nowhere`)]).toEqual([false, false]);
    expect(await isHealthy(`${heartbeat}-of-nobody`)).toBe(false);
  });

  it('is opened by the command line, and doctor finds nothing wrong with the shop', async () => {
    const program = join(project.folder, 'node_modules/tillbridge/dist/esm/cli/main.js');
    const options = { cwd: project.folder, env: { ...process.env, ...env } };
    const { stdout } = await run(process.execPath, [program, 'doctor', '--json'], options).catch((error) => error);
    const { checks } = JSON.parse(stdout) as { checks: { check: string; state: string }[] };
    const wrong = checks.filter(({ state }) => state === 'found').map(({ check }) => check);
    expect(checks.length).toBeGreaterThan(10);
    expect(wrong.filter((check) => !OF_THE_TEST_SERVER.has(check))).toEqual([]);
  });

  it('prints no key', () => {
    expect(web.output + worker.output).not.toContain(CANARY_MARKER);
  });
});
