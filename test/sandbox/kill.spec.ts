import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HARDLY_OPTIMISED } from '../support/hardly-optimised.mjs';
import { sized } from '../support/long-run.js';
import { waitFor } from '../support/wait-for.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { ORDER, readReply, submit, WEB_KEY } from './support/service.js';
import { orderIn } from './support/stage.js';

const PROGRAM = join(process.cwd(), 'dist/esm/cli/main.js');
const ROUNDS = sized({ usual: 2, long: 6 });

interface Running {
  child: ChildProcess;
  url: string;
}

let folder: string;
let receiver: Receiver;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillbridge-sandbox-'));
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

/** The program as a shop's engineer runs it, on a file. */
async function start(): Promise<Running> {
  const flags = [
    '--group',
    'web',
    '--notification-url',
    `web=${receiver.url}`,
    '--data',
    join(folder, 'sandbox.sqlite'),
  ];
  const child = spawn(process.execPath, [...HARDLY_OPTIMISED, PROGRAM, 'sandbox', '--port', '0', ...flags], {
    env: { ...process.env, TILLBRIDGE_SANDBOX_KEY_WEB: WEB_KEY },
  });
  children.push(child);
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  const found = await waitFor(() => /up: (http\S+)/.exec(out), { what: 'the address' });
  return { child, url: String(found[1]) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await waitFor(() => child.exitCode !== null || child.signalCode !== null, { what: 'the end of the program' });
}

const headers = { api_key: WEB_KEY };
const create = async (url: string, order_id: string) => {
  const body = JSON.stringify({ ...ORDER, order_id });
  return readReply(await fetch(`${url}/v1/json/orders`, { method: 'POST', headers, body }));
};
const get = async (url: string, id: string) => readReply(await fetch(`${url}/v1/json/orders/${id}`, { headers }));

describe('a sandbox with a file that is killed', () => {
  it('has everything that it had answered, whatever the moment', async () => {
    receiver.reply = { silent: true };
    let running = await start();
    const known: [string, string][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const created = [await create(running.url, `K-${round}-open`), await create(running.url, `K-${round}-paid`)];
      const payment = new URL(String(created[1]?.json.data['payment_url']));
      await submit(running.url + payment.pathname, { method: 'VISA', outcome: 'paid' });
      // No pause: the answers above are all that the client has.
      await kill(running.child);
      known.push([`K-${round}-open`, 'initialized'], [`K-${round}-paid`, 'completed']);
      running = await start();
      for (const [id, status] of known) expect((await get(running.url, id)).json.data['status']).toBe(status);
    }
  });

  it('sends what was on its way when it is up again', async () => {
    receiver.reply = { silent: true };
    const first = await start();
    await create(first.url, 'K-1');
    await receiver.received(1);
    await kill(first.child);
    receiver.reply = {};
    const second = await start();
    const [before, after] = await receiver.received(2);
    expect([before, after].map((request) => orderIn(request)['order_id'])).toEqual(['K-1', 'K-1']);
    const history = await waitFor(async () => {
      const reply = await fetch(`${second.url}/sandbox/deliveries?order_id=K-1`);
      const { data }: { data: { verdict: string }[] } = JSON.parse(await reply.text());
      return data.length > 0 ? data : null;
    });
    expect(history).toMatchObject([{ verdict: 'acknowledged', attempt: 1 }]);
  });
});
