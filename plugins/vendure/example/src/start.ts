import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { DemoClock } from './demo-clock';
import { HOST, isFree } from './process/ports';
import { stopWith } from './process/shutdown';
import { startServer } from './server';
import { readSettings, SettingError, type Settings } from './settings';
import { startStorefront } from './storefront/storefront';

// A demonstration tells no one that it runs.
process.env['VENDURE_DISABLE_TELEMETRY'] = 'true';

/** What has to go to start afresh. */
function keptIn({ dataFolder, databaseUrl }: Settings): string {
  const path = relative('', dataFolder);
  const folder = path.startsWith('..') ? dataFolder : `${path || '.'}/`;
  return databaseUrl === undefined
    ? `${folder} - delete the folder to start afresh`
    : `${folder} and in your database - empty both to start afresh`;
}

const banner = (settings: Settings): string => `
  The shop is open        ${settings.shopUrl}
  Where staff refund      ${settings.shopUrl}/staff
                          user ${settings.superadmin.identifier}, password ${settings.superadmin.password}
  The payment sandbox     ${settings.serviceUrl}
  Vendure                 ${settings.serverUrl}/shop-api and ${settings.serverUrl}/admin-api

  What to do next
    1. Open the shop, put something into the basket, and check out.
    2. On the payment page, choose a method and pay, or let the payment end another way.
    3. Back in the shop, watch the order become paid.
    4. Open the staff page, find the order, and give some of the money back.

  Everything is kept in ${keptIn(settings)}.
  Ctrl-C stops all of it.
`;

const DUE_EVERY_MS = 500;

/** A port to suggest instead. */
const another = (port: number): number => (port < 65_000 ? port + 100 : port - 100);

/** Looked at before anything is opened: a second start must not touch the first one's database. */
async function refuseBusyPorts(settings: Settings): Promise<void> {
  const wanted = [
    { variable: 'PORT', port: settings.port, what: 'the Vendure server' },
    { variable: 'SHOP_PORT', port: settings.shopPort, what: 'the shop' },
    { variable: 'SANDBOX_PORT', port: settings.sandboxPort, what: 'the sandbox' },
  ];
  const free = await Promise.all(wanted.map(({ port }) => isFree(port)));
  const busy = wanted.filter((_, index) => !free[index]);
  if (busy.length === 0) return;
  const lines = busy.map(
    ({ variable, port, what }) =>
      `Port ${port} for ${what} is in use. Stop what uses it, or choose another: ${variable}=${another(port)} npm start`,
  );
  throw new SettingError(lines.join('\n'));
}

/** The payment service, with a clock that the shop shares. It then has to be woken for what is due. */
async function openSandbox(settings: Settings, clock: DemoClock): Promise<RunningSandbox> {
  const running = await startSandbox({
    host: HOST,
    port: settings.sandboxPort,
    publicUrl: settings.serviceUrl,
    database: join(settings.dataFolder, 'sandbox.sqlite'),
    terminalGroups: [{ name: 'web', apiKey: settings.apiKey }],
    clock,
  });
  const timer = setInterval(() => void running.sandbox.runDue().catch(console.error), DUE_EVERY_MS);
  return {
    ...running,
    close: () => {
      clearInterval(timer);
      return running.close();
    },
  };
}

/** Three servers in one process: whatever happens to it, nothing stays behind. They meet only over HTTP. */
async function open(settings: Settings): Promise<void> {
  await refuseBusyPorts(settings);
  mkdirSync(settings.dataFolder, { recursive: true });
  const clock = new DemoClock(join(settings.dataFolder, 'clock'));
  const sandbox = await openSandbox(settings, clock);
  const server = await startServer(settings, clock);
  const storefront = await startStorefront(settings);
  stopWith(async () => {
    await storefront.close();
    await server.close();
    await sandbox.close();
  });
  console.log(banner(settings));
}

async function main(): Promise<void> {
  try {
    await open(readSettings());
  } catch (error) {
    console.error(error instanceof SettingError ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}

void main();
