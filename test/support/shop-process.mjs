/** Starts shops as processes of their own, see shop-process-main.mjs. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('shop-process-main.mjs', import.meta.url));
const OUTPUT_KEPT = 4_000;

/** The tables of the shop itself, in words every engine knows. */
export const SHOP_TABLES = [
  `CREATE TABLE shop_booking (id varchar(36) PRIMARY KEY, order_id varchar(64) NOT NULL, kind varchar(32) NOT NULL,
     transition_id varchar(36) NOT NULL)`,
  'CREATE TABLE shop_visit (id varchar(36) PRIMARY KEY)',
];

/** See the types. */
export async function startShopProcess(settings) {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, NODE_OPTIONS: '', SHOP: JSON.stringify(settings) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let said = '';
  child.stderr.on('data', (chunk) => (output = (output + chunk).slice(-OUTPUT_KEPT)));
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const line = /^\{"url".*\}$/m.exec(said)?.[0];
      if (line) resolve(JSON.parse(line).url);
      output = (output + chunk).slice(-OUTPUT_KEPT);
    });
  });
  const url = await Promise.race([ready, ended.then(() => null)]);
  if (url === null) throw new Error(`the shop ended before it was ready:\n${output}`);
  const end = async (signal) => {
    child.kill(signal);
    return ended;
  };
  return { url, ended, output: () => output, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
