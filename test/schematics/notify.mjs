/** Starts what was compiled, and notifies it as the service would. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '../support/eventually.mjs';
import { freePort } from '../support/free-port.mjs';

/** Sends a notification. @returns status and body of the answer */
async function notify(folder, url, key) {
  const protocol = join(folder, 'node_modules', 'tillbridge', 'dist', 'esm', 'protocol', 'index.js');
  const { sign } = await import(pathToFileURL(protocol).href);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = JSON.stringify({ order_id: 'A-1', status: 'completed', amount: 1250, currency: 'EUR' });
  const headers = { 'content-type': 'application/json', auth: sign({ timestamp, body, key }) };
  const answer = await fetch(`${url}?transactionid=A-1&timestamp=${timestamp}`, { method: 'POST', headers, body });
  return `${answer.status} ${await answer.text()}`;
}

function startedIn(folder, env) {
  const app = spawn(process.execPath, ['dist/main.js'], {
    cwd: folder,
    env: { ...process.env, ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [app.stdout, app.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  const ended = new Promise((resolve) => app.once('close', resolve));
  return { app, ended, log: () => log };
}

/** Waits until the application answers, or has ended. */
async function awake(url, app) {
  const answer = await eventually('the application', {
    ask: () => (app.exitCode === null ? fetch(url) : undefined),
    isGood: (given) => given === undefined || given instanceof Response,
  });
  if (!answer) throw new Error('the application has ended');
}

/**
 * Starts the application and sends it a genuine and a forged notification.
 *
 * @param {string} folder - of the project
 * @param {{ key: string, prefix?: string }} shop - its key, and what stands before every route
 */
export async function takesNotifications(folder, { key, prefix = '' }) {
  const port = await freePort();
  const shopUrl = `http://localhost:${port}`;
  const started = startedIn(folder, { PORT: String(port), SHOP_URL: shopUrl, PAYMENT_API_KEY: key });
  try {
    await awake(shopUrl, started.app);
    const url = `${shopUrl}/${prefix}payments/notifications/web`;
    const genuine = await notify(folder, url, key);
    const forged = await notify(folder, url, `${key}-of-somebody-else`);
    return { genuine, forged: forged.slice(0, 3), isKeyShown: started.log().includes(key) };
  } catch (error) {
    throw new Error(`${error.message}\n${started.log()}`, { cause: error });
  } finally {
    started.app.kill('SIGKILL');
    await started.ended;
  }
}
