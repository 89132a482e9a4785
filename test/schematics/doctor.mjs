/** Asks `tillbridge doctor` what is wrong with a project, beside a sandbox that knows its key. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '../support/eventually.mjs';
import { freePort } from '../support/free-port.mjs';

const COMMAND = ['node_modules', 'tillbridge', 'dist', 'esm', 'cli', 'main.js'];

function tillbridge(folder, env, ...args) {
  return spawn(process.execPath, [join(folder, ...COMMAND), ...args], {
    cwd: folder,
    env: { ...process.env, ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function printed(child) {
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  return text;
}

/** What can only be checked in an application that is opened as `main.ts` makes it, with the tables of the shop. */
const REQUIRED = new Set(['raw-body', 'answer', 'groups']);

function troubleOf({ check, state, findings }) {
  return state === 'skipped' && REQUIRED.has(check) ? [`${check} was not checked`] : findings.map(({ id }) => id);
}

/** What the doctor finds in a project that was built and whose tables are there, each by its id. */
export async function doctorFindings(folder, key) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const sandbox = tillbridge(folder, { TILLBRIDGE_SANDBOX_KEY_WEB: key }, 'sandbox', '--port', String(port));
  sandbox.stdout.resume();
  try {
    await eventually('the sandbox', { ask: () => fetch(url), isGood: (answer) => answer instanceof Response });
    const text = await printed(tillbridge(folder, { PAYMENT_URL: url, PAYMENT_API_KEY: key }, 'doctor', '--json'));
    return JSON.parse(text).checks.flatMap(troubleOf);
  } finally {
    sandbox.kill('SIGKILL');
    await once(sandbox, 'close');
  }
}
