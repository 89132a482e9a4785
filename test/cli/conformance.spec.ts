import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setImmediate as tick } from 'node:timers/promises';
import { CONFORMANCE_RULES, examine } from '../../src/cli/conformance/conformance.js';
import type { RuleVerdict } from '../../src/cli/conformance/rule.types.js';
import { Stage, type Endpoint, type Variation } from '../../src/cli/conformance/stage.js';
import type { WireOutcome } from '../../src/cli/wire/exchange.js';
import { SystemClock } from '../../src/support/index.js';
import { canaryKey } from '../support/canary.js';
import { startShop, type ShopHost } from '../support/shop-host.js';
import { joined, rightHabits, startEndpoint, type EndpointHabits } from './support/endpoint.js';

const KEY = canaryKey('conformance');
const ENDPOINT: Omit<Endpoint, 'url'> = {
  key: KEY,
  orderId: 'A-1',
  amount: 1250,
  currency: 'EUR',
  urlRules: 'development',
  byGet: true,
} as const;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Knows how many of its requests are under way, whether or not they have come yet. */
class CountingStage extends Stage {
  underWay = 0;

  override async post(variation?: Variation): Promise<WireOutcome> {
    this.underWay += 1;
    try {
      return await super.post(variation);
    } finally {
      this.underWay -= 1;
    }
  }
}

const { signal } = new AbortController();
const stageFor = (change: Partial<Endpoint> & { url: string }): CountingStage =>
  new CountingStage({ ...ENDPOINT, ...change }, new SystemClock(), signal);
const verdictsBy = (stage: Stage): Promise<readonly RuleVerdict[]> =>
  examine(stage, { onRule: () => undefined, signal });

async function stageOf(habits: Partial<EndpointHabits>): Promise<CountingStage> {
  const endpoint = await startEndpoint({ ...rightHabits(KEY), ...habits });
  closing.push(endpoint.close);
  return stageFor(endpoint);
}

const verdictsOf = async (habits: Partial<EndpointHabits>): Promise<readonly RuleVerdict[]> =>
  verdictsBy(await stageOf(habits));

const broken = (verdicts: readonly RuleVerdict[]): string[] =>
  verdicts.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);

describe('an endpoint by the specification', () => {
  it('holds every rule', async () => {
    const verdicts = await verdictsOf({});
    expect(verdicts.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
      CONFORMANCE_RULES.map(({ id }) => `${id} held`),
    );
  });
});

describe.each(['express', 'fastify'] as const)('a shop with this package, on %s', (platform) => {
  let shop: ShopHost;
  beforeAll(async () => void (shop = await startShop({ platform })));
  afterAll(() => shop.close());

  it('holds every rule', async () => {
    const url = `${shop.url}${shop.path}/web`;
    const verdicts = await verdictsBy(stageFor({ url, key: shop.key, byGet: false }));
    expect(verdicts.filter(({ verdict }) => verdict !== 'held').map(({ id }) => id)).toEqual(['get']);
  });
});

/** What is taken when nothing is verified. */
const FORGED = [
  'no-header',
  'not-a-signature',
  'wrong-key',
  'empty-key',
  'cut-signature',
  'no-signature',
  'changed-body',
  'rewritten-body',
  'changed-timestamp',
];
const UNTIMED = ['old', 'old-with-new-query', 'future'];
const REFUSALS = CONFORMANCE_RULES.map(({ id }) => id).slice(
  CONFORMANCE_RULES.findIndex(({ id }) => id === 'no-header'),
  CONFORMANCE_RULES.findIndex(({ id }) => id === 'in-time'),
);

const claimed = (query: URLSearchParams): string | null => query.get('transactionid') ?? query.get('transaction_id');

const FAULTS: readonly [string, Partial<EndpointHabits>, readonly string[]][] = [
  ['verifies nothing', { fits: () => true, signedAt: () => null }, [...FORGED, ...UNTIMED]],
  ['takes anything while the key is not set', { keys: ['', KEY] }, ['empty-key']],
  [
    'compares as many digits as there are',
    { fits: (given, right) => right.startsWith(given) },
    ['not-a-signature', 'cut-signature', 'no-signature'],
  ],
  [
    'parses the body and writes it anew',
    { bytes: (body) => JSON.stringify(JSON.parse(body.toString())) },
    ['raw-bytes', 'long-ids', 'rewritten-body'],
  ],
  ['reads the body as Latin-1', { bytes: (body) => body.toString('latin1') }, ['letters']],
  [
    'takes the signed time from the query',
    { message: (_, body, query) => joined(query.get('timestamp') ?? '', body) },
    ['changed-timestamp'],
  ],
  ['never looks how old it is', { signedAt: () => null }, UNTIMED],
  [
    'judges the age by the query',
    { signedAt: (_, query) => Number(query.get('timestamp') ?? Number.NaN) },
    ['old-with-new-query'],
  ],
  [
    'takes a request without timestamp',
    { judgeQuery: (query, id) => (claimed(query) === id ? null : 'other') },
    ['no-timestamp'],
  ],
  [
    'leaves the order of the query unlooked at',
    { judgeQuery: (query) => (query.has('timestamp') ? null : 'no timestamp') },
    ['other-order'],
  ],
  [
    'knows one spelling',
    { judgeQuery: (query, id) => (query.has('timestamp') && query.get('transactionid') === id ? null : 'other') },
    ['other-spelling'],
  ],
  ['counts the parameters', { judgeOrder: (_, query) => (query.size === 2 ? null : 'unknown') }, ['more-parameters']],
  ['knows all statuses', { judgeOrder: ({ status }) => (status === 'initialized' ? null : 'new') }, ['unknown-status']],
  ['knows all fields', { judgeOrder: (order) => ('tillbridge_new_field' in order ? 'new' : null) }, ['unknown-fields']],
  ['needs an e-mail address', { judgeOrder: ({ customer }) => (Object(customer).email ? null : 'none') }, ['nulls']],
  [
    'wants ids as text',
    { judgeOrder: ({ transaction_id: id }) => (typeof id === 'number' ? 'no' : null) },
    ['long-ids'],
  ],
  ['hides the word in JSON', { answer: answering({ body: '{"data":"OK"}' }) }, ['acknowledges-strictly']],
  [
    'ends its error page with OK',
    { answer: (refused) => ({ status: 200, body: refused ? 'Sorry. OK' : 'OK' }) },
    REFUSALS,
  ],
  ['answers 201', { answer: answering({ status: 201 }) }, ['acknowledges', 'get']],
  ['answers 204', { answer: answering({ status: 204, body: '' }) }, ['acknowledges', 'get']],
  ['redirects', { answer: answering({ status: 302, headers: { location: '/login' } }) }, ['acknowledges', 'get']],
  ['says nothing', { answer: answering({ body: '' }) }, ['acknowledges', 'get']],
  ['signs the body alone', { message: (_, body) => body }, ['acknowledges']],
];

/** The usual answers, but for how a notification that is taken is answered. */
function answering(taken: Partial<ReturnType<EndpointHabits['answer']>>): EndpointHabits['answer'] {
  return (refused) => (refused === null ? { status: 200, body: 'OK', ...taken } : { status: 401, body: 'refused' });
}

describe('a careless endpoint', () => {
  it.each(FAULTS)('that %s is found out, and of nothing else', async (_, habits, expected) => {
    expect(broken(await verdictsOf(habits))).toEqual(expected);
  });

  it('that fails while it is at work is found out, and of nothing else', async () => {
    const work = { isBusy: false, wasMet: false };
    const stage = await stageOf({
      async judgeOrder() {
        work.wasMet = work.isBusy;
        if (work.isBusy) return 'busy';
        work.isBusy = true;
        // While others are under way it stays at work until one of them meets it, however slowly they come.
        while (!work.wasMet && stage.underWay > 1) await tick();
        work.isBusy = false;
        return null;
      },
    });
    expect(broken(await verdictsBy(stage))).toEqual(['together']);
  });

  it('that refuses what it has had already is found out', async () => {
    const seen = new Set<unknown>();
    const judgeOrder: EndpointHabits['judgeOrder'] = ({ status }) =>
      seen.size === seen.add(status).size ? 'again' : null;
    expect(broken(await verdictsOf({ judgeOrder }))).toContain('repeat');
  });

  it('that acknowledges nothing is not praised for refusing everything', async () => {
    const verdicts = await verdictsOf({ fits: () => false });
    const skipped = verdicts.filter(({ verdict }) => verdict === 'skipped').map(({ id }) => id);
    expect(skipped).toEqual(expect.arrayContaining(REFUSALS));
  });

  it.each([
    [{ answer: answering({ status: 201 }) }, 'acknowledges', /201.*@HttpCode\(200\)/],
    [
      { answer: (refused: string | null) => ({ status: 200, body: refused ? `no, ${KEY}. OK` : 'OK' }) },
      'wrong-key',
      /"no, \[redacted\]\. OK"/,
    ],
  ])('is told what was seen, without its key', async (habits, rule, words) => {
    const verdicts = await verdictsOf(habits);
    expect(verdicts.find(({ id }) => id === rule)?.seen).toMatch(words);
    expect(JSON.stringify(verdicts)).not.toContain(KEY);
  });
});

describe('an address', () => {
  it('that the service would not take is found out by its live rules', async () => {
    const { endpoint } = await stageOf({});
    expect(broken(await verdictsBy(stageFor({ ...endpoint, urlRules: 'live' })))).toEqual(['address']);
  });
});
