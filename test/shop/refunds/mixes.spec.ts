import { beforeAll, expect, it } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { atLeast, atMost, figure } from '../../../bench/support/figures.mjs';
import { describeServers, onEveryEngine, testEngines, type TestEngineName } from '../../support/engines.js';
import { Random, streamOf } from '../../support/random.js';
import { isLongRun, sized } from '../../support/long-run.js';
import type { RefundArrival } from '../../support/arrival-notes.js';
import { REFUND_MIXES } from './support/refund-mixes.js';
import { refundSeed, RefundReplicas } from './support/refund-replicas.js';

/** Orders in each mix, two equal refunds each. */
const RUNS = Number(process.env['TILLBRIDGE_TEST_MIX_ORDERS'] ?? sized({ usual: 3, long: 1 }));
const SEED = refundSeed();
const AT_ONCE = 10;
/** One process serves SQLite: there is no one to share with. */
const servers = testEngines().flatMap(({ name }) => (name === 'sqlite' ? [] : [name]));
const hasReplicas = (engine: TestEngineName): boolean => engine !== 'sqlite';
const BOOKED = new Set(['accepted', 'settled']);
const ALL_OF_THEM = 'everything, and kills';
/** The engines differ in how they lock, not in what the network does: before a merge all of it together is tried on one of them. */
const isTriedOn = (engine: TestEngineName, name: string): boolean =>
  isLongRun || (name === ALL_OF_THEM && engine === servers[0]);
const MIXES = Object.keys(REFUND_MIXES);
/** How a refund may end; what was lost four times in a row waits for a person. */
const ENDS = ['accepted', 'rejected', 'manual: exhausted'];

/** What came of one mix. */
interface MixEnd {
  /** Orders of which the shop's books are not those of the service, tag by tag. */
  readonly wrong: readonly unknown[];
  readonly states: Readonly<Record<string, number>>;
  readonly arrivals: number;
  /** The least time between two arrivals in a row, and between two of one order, in milliseconds. */
  readonly closest: number;
  readonly closestEqual: number;
  readonly faults: number;
  readonly kills: number;
}

const leastGap = (arrivals: readonly RefundArrival[]): number =>
  Math.min(...arrivals.slice(1).map(({ at }, index) => at - arrivals[index]!.at));

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(3)} s`;

const linesOf = (
  ends: ReadonlyMap<TestEngineName, ReadonlyMap<string, MixEnd>>,
): (readonly [string, string, MixEnd])[] =>
  [...ends].flatMap(([engine, mixes]) => [...mixes].map(([name, end]) => [engine, name, end] as const));

/** What came of it, for the record that `npm run chaos -- refunds` leaves. */
function findingsOf(lines: ReturnType<typeof linesOf>) {
  const sum = (count: (end: MixEnd) => number): number => lines.reduce((all, [, , end]) => all + count(end), 0);
  const least = (gap: (end: MixEnd) => number): number => Math.min(...lines.map(([, , end]) => gap(end))) / 1_000;
  const of = (state: string) => (end: MixEnd) => end.states[state] ?? 0;
  const STATES = ['accepted', 'rejected', 'manual: exhausted'];
  return {
    figures: [
      figure('refunds asked for', lines.length * RUNS * 2, ''),
      figure('refunds accepted', sum(of('accepted')), ''),
      figure(
        'orders whose books differ from the service’s',
        sum(({ wrong }) => wrong.length),
        '',
        atMost(0),
      ),
      figure(
        'faults on the way',
        sum(({ faults }) => faults),
        '',
      ),
      figure(
        'processes killed',
        sum(({ kills }) => kills),
        '',
      ),
      figure(
        'shortest time between two refunds',
        least(({ closest }) => closest),
        's',
        atLeast(1),
      ),
      figure(
        'shortest time between equal refunds of one order',
        least((end) => end.closestEqual),
        's',
        atLeast(300),
      ),
    ],
    tables: [
      {
        title: 'Refunds through a network of faults, two replicas',
        columns: [
          'engine',
          'mix',
          'orders',
          'accepted',
          'rejected',
          'left to a person',
          'faults',
          'kills',
          'books differ',
        ],
        rows: lines.map(([engine, name, end]) => [
          engine,
          name,
          RUNS,
          ...STATES.map((state) => of(state)(end)),
          end.faults,
          end.kills,
          end.wrong.length,
        ]),
      },
    ],
  };
}

const figuresOf = ({
  states,
  arrivals,
  closest,
  closestEqual,
  wrong,
}: Pick<MixEnd, 'states' | 'wrong' | 'arrivals' | 'closest' | 'closestEqual'>): string =>
  `${JSON.stringify(states)}, ${wrong.length} wrong; ${arrivals} arrivals, ${seconds(closest)} apart or more, of equal amounts ${seconds(closestEqual)}`;

async function run(pair: RefundReplicas, name: string, engine: string): Promise<MixEnd> {
  const { [name]: mix } = REFUND_MIXES;
  const [random, before] = [new Random(SEED, streamOf(`${engine} ${name}`)), { ...pair.counts }];
  const orderIds = Array.from({ length: RUNS }, (_, index) => `${name.replaceAll(/[^a-z]+/g, '-')}-${index}`);
  for (let first = 0; first < RUNS; first += AT_ONCE) {
    await Promise.all(orderIds.slice(first, first + AT_ONCE).map((orderId) => pair.ask(orderId)));
  }
  pair.notes.arrivals.length = 0;
  await pair.finish(mix!, orderIds, random);
  const [faults, kills] = [pair.counts.struck - before.struck, pair.counts.kills - before.kills];
  const end = { ...(await booksOf(pair, orderIds)), faults, kills };
  const happened = `${pair.counts.steps - before.steps} steps, ${faults} faults, ${kills} kills`;
  process.stdout.write(`${engine}, ${name}, ${RUNS} orders: ${figuresOf(end)}; ${happened}; SEED=${SEED}\n`);
  return end;
}

async function booksOf(pair: RefundReplicas, orderIds: readonly string[]): Promise<Omit<MixEnd, 'faults' | 'kills'>> {
  const [wrong, states]: [unknown[], Record<string, number>] = [[], {}];
  const { arrivals } = pair.notes;
  let closestEqual = Infinity;
  for (const orderId of orderIds) {
    const rows = await pair.rows({ orderId });
    const ours = rows.filter(({ state }) => BOOKED.has(state)).map(({ tag }) => tag);
    const theirs = await pair.tagsAtService(orderId);
    if (ours.sort().join() !== theirs.join()) wrong.push({ orderId, ours, theirs });
    for (const { state, reason } of rows) {
      const end = state === 'manual' ? `manual: ${reason}` : state;
      states[end] = (states[end] ?? 0) + 1;
    }
    closestEqual = Math.min(closestEqual, leastGap(arrivals.filter((arrival) => arrival.orderId === orderId)));
  }
  return { wrong, states, arrivals: arrivals.length, closest: leastGap(arrivals), closestEqual };
}

let ends: Map<TestEngineName, Map<string, MixEnd>>;
beforeAll(async () => {
  process.stdout.write(`refunds through faults: SEED=${SEED}\n`);
  ends = await onEveryEngine(async (engine) => {
    const own = new Map<string, MixEnd>();
    const tried = MIXES.filter((name) => isTriedOn(engine, name));
    if (!hasReplicas(engine) || tried.length === 0) return own;
    const pair = await RefundReplicas.start(engine);
    try {
      for (const name of tried) own.set(name, await run(pair, name, engine));
      return own;
    } finally {
      await pair.stop();
    }
  });
  const { TILLBRIDGE_FINDINGS: file } = process.env;
  if (file) appendFileSync(file, `${JSON.stringify(findingsOf(linesOf(ends)))}\n`);
}, 7_200_000);

describeServers('two replicas that refund through a network on which much goes wrong', (engine) => {
  for (const name of MIXES) {
    const test = isTriedOn(engine, name) ? it : it.skip;
    test(`${name}: what the service has is what the shop knows`, () => {
      const { wrong, closest, closestEqual, states } = ends.get(engine)!.get(name)!;
      expect({ SEED, wrong }).toEqual({ SEED, wrong: [] });
      const known = ENDS.map((end) => states[end] ?? 0);
      expect({ SEED, states, sum: known.reduce((sum, each) => sum + each) }).toEqual({ SEED, states, sum: 2 * RUNS });
      expect({ SEED, isFar: closest >= 1_000 }).toEqual({ SEED, isFar: true });
      expect({ SEED, isFar: closestEqual >= 300_000 }).toEqual({ SEED, isFar: true });
    });
  }
});
