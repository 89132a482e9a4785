import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startSandbox } from 'tillbridge/sandbox';
import { ConfigError, readConfig, type StartConfig } from './config.js';
import { tryDatabase } from './database/shop-database.js';
import { HOST, isFree } from './process/ports.js';
import { stopWith } from './process/shutdown.js';
import { startShop } from './shop-server.js';

const banner = (config: StartConfig): string => `
  The shop is open        ${config.publicUrl}
  The payment sandbox     ${config.serviceUrl}
  The payments dashboard  ${config.publicUrl}/payments/dashboard
                          any name (clerk: refunds up to 25 EUR; auditor: reads only), password ${config.operatorPassword}

  What to do next
    1. Open the shop and press Pay.
    2. On the payment page, choose a method and pay, or let the payment end another way.
    3. Watch the order page: the notification, its check, what the shop does about it.
    4. Open the dashboard, as the person who runs the payments: find the order, give the money back.

  Everything is kept in ${relative('', config.dataFolder) || '.'}/ - delete the folder to start afresh.
  Ctrl-C stops both.
`;

/** Another port as a suggestion. */
const another = (port: number): number => (port < 65_000 ? port + 100 : port - 100);

/** Checked before anything is opened: a second start must not use the first one's database. */
async function findBusyPorts(config: StartConfig): Promise<string[]> {
  const wanted = [
    { variable: 'PORT', port: config.port, what: 'the shop' },
    { variable: 'SANDBOX_PORT', port: config.sandboxPort, what: 'the sandbox' },
  ];
  const free = await Promise.all(wanted.map(({ port }) => isFree(port)));
  return wanted
    .filter((_, index) => !free[index])
    .map(
      ({ variable, port, what }) =>
        `Port ${port} for ${what} is in use. Stop what uses it, or choose another: ${variable}=${another(port)} npm start`,
    );
}

/**
 * Shop and sandbox are two servers in one process, so that both end together. They still communicate only over HTTP,
 * like a shop and its payment service.
 */
async function open(config: StartConfig): Promise<void> {
  const busy = await findBusyPorts(config);
  if (busy.length > 0) throw new ConfigError(busy.join('\n'));
  await tryDatabase(config);
  mkdirSync(config.dataFolder, { recursive: true });
  const sandbox = await startSandbox({
    host: HOST,
    port: config.sandboxPort,
    publicUrl: config.serviceUrl,
    database: join(config.dataFolder, 'sandbox.sqlite'),
    terminalGroups: [{ name: 'web', apiKey: config.apiKey }],
    links: [
      { text: 'The shop', href: config.publicUrl },
      { text: 'Its payments dashboard', href: `${config.publicUrl}/payments/dashboard` },
    ],
  });
  const shop = await startShop(config);
  stopWith(async () => {
    await shop.close();
    await sandbox.close();
  });
  console.log(banner(config));
}

async function main(): Promise<void> {
  try {
    await open(readConfig());
  } catch (error) {
    console.error(error instanceof ConfigError ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}

await main();
