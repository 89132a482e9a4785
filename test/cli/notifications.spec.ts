import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sign } from '../../src/protocol/index.js';
import { canaryKey } from '../support/canary.js';
import { scratchFolder } from '../support/scratch-folder.mjs';
import { rightHabits, startEndpoint } from './support/endpoint.js';
import { endAll, tillbridge } from './support/program.js';

const KEY = canaryKey('program');
const BODY = '{"amount":1250,"order_id":"A-1","status":"initialized"}';
const AT = 1_767_225_600_000;
const AUTH = sign({ timestamp: AT / 1000, body: BODY, key: KEY });
const env = { TILLBRIDGE_API_KEY: KEY };

let folder: string;
let body: string;
let endpoint: Awaited<ReturnType<typeof startEndpoint>>;
beforeAll(async () => {
  folder = mkdtempSync(join(scratchFolder(), 'tillbridge-cli-'));
  body = join(folder, 'body.json');
  writeFileSync(body, BODY);
  writeFileSync(join(folder, 'key'), `${KEY}\n`);
  endpoint = await startEndpoint(rightHabits(KEY));
});
afterAll(async () => {
  endAll();
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

describe('tillbridge verify', () => {
  it('says yes, and by which key; no key is printed', async () => {
    const run = await tillbridge(['verify', '--body', body, '--auth', AUTH, '--at', '2026-01-01T00:00:05Z'], { env });
    expect(run).toMatchObject({ exit: 0, err: '' });
    expect(run.out).toMatch(/^Authentic\. Signed by the key in TILLBRIDGE_API_KEY \([0-9a-f]{8}\)\./);
  });

  it('says no, and why, as one JSON document', async () => {
    const args = [
      'verify',
      '--json',
      '--body',
      '-',
      '--auth',
      AUTH,
      '--at',
      String(AT),
      '--key-file',
      join(folder, 'key'),
    ];
    const run = await tillbridge(args, { input: `${BODY}\n` });
    expect(run).toMatchObject({ exit: 1, err: '' });
    expect(JSON.parse(run.out)).toMatchObject({
      authentic: false,
      reason: 'mismatch',
      signedAt: AT,
      judgedAt: AT,
      findings: [{ code: 'body-line-end', certain: true }],
    });
  });

  it('names every key that was tried, by its fingerprint', async () => {
    const keys = ['--key-env', 'WEB', '--key-env', 'TILL'];
    const run = await tillbridge(['verify', '--body', body, '--auth', AUTH, '--at', String(AT), ...keys], {
      env: { WEB: canaryKey('web'), TILL: canaryKey('till') },
    });
    expect([run.exit, run.err]).toEqual([1, '']);
    expect(run.out).toMatch(/key-unknown \(likely\)[^]*Keys tried: WEB \([0-9a-f]{8}\), TILL \([0-9a-f]{8}\)\n$/);
  });
});

describe('tillbridge sign and send', () => {
  it('signs as the service does, and prints nothing else', async () => {
    const run = await tillbridge(['sign', '--body', body, '--at', '2026-01-01'], { env });
    expect(run).toEqual({ exit: 0, out: `${AUTH}\n`, err: '' });
  });

  it('sends one that is acknowledged', async () => {
    const run = await tillbridge(['send', endpoint.url, '--order', 'A-1'], { env });
    expect([run.exit, run.err]).toEqual([0, '']);
    expect(run.out).toMatch(/^Answer: 200 text\/plain, after \d+ ms\nOK\nAcknowledged\.\n$/);
  });

  it('sends a file byte for byte, and says why its answer does not count', async () => {
    const env = { TILLBRIDGE_API_KEY: canaryKey('other') };
    const run = await tillbridge(['send', endpoint.url, '--body', body, '--json'], { env });
    expect([run.exit, run.err]).toEqual([1, '']);
    expect(JSON.parse(run.out)).toMatchObject({
      acknowledged: false,
      why: 'The status is 401; only 200 counts.',
      request: { method: 'POST', orderId: 'A-1' },
      answer: { status: 401, body: 'refused: signature' },
    });
  });

  it('needs no key for GET', async () => {
    expect(await tillbridge(['send', endpoint.url, '--order', 'A-1', '--method', 'GET', '--quiet'])).toEqual({
      exit: 0,
      out: '',
      err: '',
    });
  });

  it('says that no one answers, in JSON and in words', async () => {
    const run = await tillbridge(['send', 'http://127.0.0.1:9/hook', '--order', 'A-1', '--json'], { env });
    expect(run.exit).toBe(3);
    expect(JSON.parse(run.out)).toMatchObject({ error: { code: 'ENDPOINT_UNREACHABLE' } });
    expect(run.err).toMatch(/^ENDPOINT_UNREACHABLE: /);
  });
});

describe('tillbridge conformance', () => {
  it('gives its verdicts as JSON', async () => {
    const args = ['conformance', endpoint.url, '--json', '--url-rules', 'development', '--get'];
    const run = await tillbridge(args, { env });
    const { rules, ...verdict }: { rules: { verdict: string }[] } = JSON.parse(run.out);
    expect([run.exit, run.err]).toEqual([0, '']);
    expect(verdict).toMatchObject({ conforms: true, complete: true, counts: { broken: 0, advised: 0, skipped: 0 } });
    expect(rules.every((rule) => rule.verdict === 'held')).toBe(true);
  });

  it('prints a row for each rule where it is piped, and ends with the answer no', async () => {
    const run = await tillbridge(['conformance', endpoint.url], { env });
    expect([run.exit, run.err]).toEqual([1, '']);
    expect(run.out).toMatch(/^broken\t[^\t]+\tThe address/m);
    expect(run.out).toMatch(/^It does not conform\. \d+ hold, 1 broken, 0 to be advised, 1 skipped\.\n$/m);
  });

  it('says that no one answers', async () => {
    const run = await tillbridge(['conformance', 'http://127.0.0.1:9/hook'], { env });
    expect([run.exit, run.out]).toEqual([3, '']);
    expect(run.err).toMatch(/^ENDPOINT_UNREACHABLE: Nothing answers/);
  });
});

describe('called wrongly', () => {
  it.each([
    ['no key at all', ['verify', '--body', 'x', '--auth', 'x'], /There is no API key in TILLBRIDGE_API_KEY/],
    ['a key on the command line', ['sign', '--body', 'x', '--key', 'secret'], /unknown option '--key'/],
    ['no header', ['verify', '--body', 'x', '--key-env', 'PATH'], /The Auth header has to be given exactly once/],
    ['no time', ['verify', '--body', 'x', '--auth', 'x', '--at', 'yesterday'], /It must be a date/],
    ['a local time', ['sign', '--body', 'x', '--at', '2026-01-01T10:00'], /with its zone/],
    [
      'standard input twice',
      ['verify', '--body', '-', '--auth-file', '-', '--key-env', 'PATH'],
      /several things at once/,
    ],
    ['no address', ['send', 'shop.example', '--order', 'A'], /is no address of the web/],
    ['nothing to send', ['send', 'http://127.0.0.1:9', '--key-env', 'PATH'], /Nothing says what to send/],
    ['half a cent', ['send', 'http://127.0.0.1:9', '--order', 'A', '--amount', '12.5'], /whole number of minor units/],
    ['no currency', ['conformance', 'http://127.0.0.1:9', '--currency', 'euro'], /ISO 4217/],
    ['two keys to sign with', ['sign', '--body', 'x', '--key-env', 'PATH', '--key-env', 'HOME'], /Several keys/],
    ['no such command', ['verfiy'], /unknown command 'verfiy'/],
  ])('with %s it says so, does nothing, and ends with 2', async (_, args, words) => {
    const run = await tillbridge(args);
    expect([run.exit, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(words);
  });

  it('a file that is not there ends with 3', async () => {
    const run = await tillbridge(['sign', '--body', join(folder, 'none')], { env });
    expect([run.exit, run.out]).toEqual([3, '']);
    expect(run.err).toMatch(/^FILE_UNREADABLE: /);
  });
});
