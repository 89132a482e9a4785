import { afterEach, describe, expect, it } from '@jest/globals';
import { CANARY_MARKER, canaryKey } from '../support/canary.js';
import { waitFor } from '../support/wait-for.js';
import { call, endAll } from './support/program.js';

const KEY = canaryKey('sandbox-start');
const ARGS = ['sandbox', '--port', '0', '--group', 'web', '--group', `till=${KEY}`, '--group', 'shop'];
const TILLS = ['--terminal', 'till=T1', '--terminal', 'till=T2'];
const OTHER_KEY = canaryKey('sandbox-environment');
const ENV = { TILLBRIDGE_SANDBOX_KEY_SHOP: OTHER_KEY };
const URLS = ['--notification-url', 'web=http://localhost:9/payments/notifications/web'];

afterEach(endAll);

interface Started {
  readonly url: string;
  readonly api: string;
  readonly groups: readonly object[];
  readonly pages: Readonly<Record<string, string>>;
}

describe('the start of a sandbox', () => {
  it('tells its groups, the keys that everyone knows, and its pages, and these are there', async () => {
    const run = call([...ARGS, ...URLS, ...TILLS, '--json'], { env: ENV });
    const started = await waitFor(
      () => (run.printed().endsWith('}\n') ? (JSON.parse(run.printed()) as Started) : null),
      {
        what: 'the document',
        timeoutMs: 30_000,
      },
    );
    expect(started.api).toBe(`${started.url}/v1/json`);
    expect(started.groups).toEqual([
      { name: 'web', apiKey: 'sandbox-web', notificationUrl: URLS[1]?.slice('web='.length), terminals: [] },
      { name: 'till', apiKey: null, notificationUrl: null, terminals: ['T1', 'T2'] },
      { name: 'shop', apiKey: null, notificationUrl: null, terminals: [] },
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
    expect(out).toMatch(/^web\tsandbox-web\tof each order\tnone\ntill\tthe one that was given\tof each order\tnone\n/m);
    expect(out).toMatch(/^faults\thttps:\/\/sandbox\.example\/merchant\/faults$/m);
    expect(out).toMatch(/begin with https:\/\/sandbox\.example\/pay\/[^]*The sandbox has stopped\.\n$/);
  });

  it('has the group of a till where no groups are named, and the till is there', async () => {
    const run = call(['sandbox', '--port', '0', ...TILLS]);
    await waitFor(() => run.printed().includes('Payment pages'), { what: 'the pages', timeoutMs: 30_000 });
    expect(run.printed()).toMatch(
      /^web\tsandbox-web\tof each order\tnone\ntill\tsandbox-till\tof each order\tT1, T2$/m,
    );
    const url = String(/up: (http\S+)/.exec(run.printed())?.[1]);
    const answer = await fetch(`${url}/v1/json/terminals`, { headers: { api_key: 'sandbox-till' } });
    expect(await answer.json()).toMatchObject({ data: [{ id: 'T1' }, { id: 'T2' }] });
    run.signal('SIGINT');
    expect((await run.ended).exit).toBe(0);
  });

  it.each([
    ['of a group that is not there', 'none=T1', 'There is no terminal group "none"'],
    ['without an id', 'web=', 'It must be a group'],
    ['that stands twice', 'till=T1', 'is the same as that of an earlier one'],
  ])('does not happen for a till %s', async (_, till, words) => {
    const { exit, out, err } = await call([...ARGS, ...TILLS, '--terminal', till], { env: ENV }).ended;
    expect([exit === 0, out]).toEqual([false, '']);
    expect(err).toContain(words);
  });

  it('does not happen for an address of a group that is not there', async () => {
    const run = call([...ARGS, '--notification-url', 'none=http://localhost'], { env: ENV });
    const { exit, out, err } = await run.ended;
    expect([exit, out]).toEqual([2, '']);
    expect(err).toMatch(/^USAGE: There is no terminal group "none"\./);
  });
});
