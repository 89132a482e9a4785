import { afterEach, describe, expect, it } from '@jest/globals';
import { CANARY_MARKER, canaryKey } from '../support/canary.js';
import { waitFor } from '../support/wait-for.js';
import { call, endAll } from './support/program.js';

const KEY = canaryKey('sandbox-start');
const ARGS = ['sandbox', '--port', '0', '--group', 'web', '--group', `till=${KEY}`, '--group', 'shop'];
const OTHER_KEY = canaryKey('sandbox-environment');
const ENV = { TILLBRIDGE_SANDBOX_KEY_SHOP: OTHER_KEY };
const URLS = ['--notification-url', 'web=http://localhost:3000/payments/notifications/web'];

afterEach(endAll);

interface Started {
  readonly url: string;
  readonly api: string;
  readonly groups: readonly object[];
  readonly pages: Readonly<Record<string, string>>;
}

describe('the start of a sandbox', () => {
  it('tells its groups, the keys that everyone knows, and its pages, and these are there', async () => {
    const run = call([...ARGS, ...URLS, '--json'], { env: ENV });
    const started = await waitFor(
      () => (run.printed().endsWith('}\n') ? (JSON.parse(run.printed()) as Started) : null),
      {
        what: 'the document',
        timeoutMs: 30_000,
      },
    );
    expect(started.api).toBe(`${started.url}/v1/json`);
    expect(started.groups).toEqual([
      { name: 'web', apiKey: 'sandbox-web', notificationUrl: URLS[1]?.slice('web='.length) },
      { name: 'till', apiKey: null, notificationUrl: null },
      { name: 'shop', apiKey: null, notificationUrl: null },
    ]);
    const answers = await Promise.all(Object.values(started.pages).map((page) => fetch(page)));
    expect(answers.map(({ status, url }) => [url, status])).toEqual(
      Object.values(started.pages).map((page) => [page, 200]),
    );
    run.signal('SIGINT');
    const { exit, out, err } = await run.ended;
    expect([exit, err, out.includes(CANARY_MARKER)]).toEqual([0, '', false]);
    expect(JSON.parse(out)).toEqual(started);
  });

  it('shows people the same', async () => {
    const run = call([...ARGS, '--public-url', 'https://sandbox.example/'], { env: ENV });
    await waitFor(() => run.printed().includes('Payment pages'), { what: 'the pages', timeoutMs: 30_000 });
    run.signal('SIGINT');
    const { exit, out } = await run.ended;
    expect([exit, out.includes(CANARY_MARKER)]).toEqual([0, false]);
    expect(out).toMatch(/^web\tsandbox-web\tof each order\ntill\tthe one that was given\tof each order\n/m);
    expect(out).toMatch(/^faults\thttps:\/\/sandbox\.example\/merchant\/faults$/m);
    expect(out).toMatch(/begin with https:\/\/sandbox\.example\/pay\/[^]*The sandbox has stopped\.\n$/);
  });

  it('does not happen for an address of a group that is not there', async () => {
    const run = call([...ARGS, '--notification-url', 'none=http://localhost'], { env: ENV });
    const { exit, out, err } = await run.ended;
    expect([exit, out]).toEqual([2, '']);
    expect(err).toMatch(/^USAGE: There is no terminal group "none"\./);
  });
});
