import { orderBody } from 'tillbridge/testing';
import { Random } from '../support/random.js';
import { CANARY_MARKER } from '../support/canary-marker.mjs';
import { startOrderService } from '../support/order-service.mjs';
import { waitFor } from '../support/wait-for.js';
import type { AttackPlan, AttackResult } from './attack.types.js';
import { onEngines, openArena, type Arena, type ArenaPlace } from './flood-arena.mjs';
import { FUZZED, fuzz, judge, statesOf, WARM, type FuzzOutcome } from './fuzz-run.js';
import { bytesOf, Forger } from './forger.js';
import { Wire } from './wire.js';

const KEY = `${CANARY_MARKER}-web-key`;
const MAIN_ENGINE = 'sqlite';
/** The other engines are given a tenth: what is read there was written by the same code. */
const SHARE_OF_OTHERS = 0.1;
const MOST_ROUNDS = 15;
const WARM_UP = 500;
const LONGEST_TICK_MS = 200;
const CALLS = { callsPerSecond: 1_000, burst: 10_000, maxWaiting: 10_000, maxWaitMs: 60_000 };

/** What came of one engine. */
interface Fuzzed {
  readonly version: string;
  readonly outcome: FuzzOutcome;
  readonly states: Record<string, number>;
  readonly faults: readonly string[];
  /** The most processor time that one turn of the shop's event loop took, in milliseconds. */
  readonly busiestMs: number;
}

type Service = Awaited<ReturnType<typeof startOrderService>>;

/** What the service says of every order when it is asked: nothing was paid yet. */
function tellOfOrders(service: Service, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const orderId = `${FUZZED}${index}`;
    service.orders.set(orderId, orderBody({ orderId, amount: 1250, at: Date.now(), status: 'initialized' }));
  }
}

const LONGEST_MS = 600_000;
const waiting = (arena: Arena): Promise<number> => arena.count('tillbridge_notification', "state = 'pending'");

/** Waits until nothing is being worked on, nor due by a clock that is so far ahead. */
async function untilNothingIsDue(arena: Arena, aheadMs: number): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    const due = `(lease_token IS NOT NULL OR due_at <= ${Date.now() + aheadMs})`;
    return (await arena.count('tillbridge_notification', `state = 'pending' AND ${due}`)) === 0;
  };
  await waitFor(isIdle, { timeoutMs: LONGEST_MS, intervalMs: 100, what: 'every notification that is due' });
}

/** Lets time pass for the module until nothing waits: for its order, or for the next try. */
async function untilAllEnded(arena: Arena): Promise<void> {
  let aheadMs = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await untilNothingIsDue(arena, aheadMs);
    if ((await waiting(arena)) === 0) return;
    ({ aheadMs } = await arena.ask('later'));
  }
}

/** What is done for the first time takes long by right. */
async function warmUp(arena: Arena, wire: Wire, seed: number): Promise<void> {
  await arena.addOrders(WARM, WARM_UP);
  const forger = new Forger({ web: KEY, old: '', other: '' }, new Random(seed), []);
  for (let each = 0; each < WARM_UP; each += 1) await wire.send(bytesOf(forger.genuine(`${WARM}${each}`)));
  await untilNothingIsDue(arena, 0);
  await arena.ask('seen');
}

async function fuzzOn(place: ArenaPlace, count: number, plan: AttackPlan): Promise<Fuzzed> {
  const service = await startOrderService();
  tellOfOrders(service, count);
  const settings = { platform: plan.platforms[0], key: KEY, withEffects: true, serviceUrl: service.url };
  const arena = await openArena(place, { ...settings, group: { calls: CALLS } });
  const wire = new Wire(Number(new URL(arena.url).port));
  try {
    await arena.addOrders(FUZZED, count);
    await warmUp(arena, wire, plan.seed);
    const progress = (done: number): void => plan.progress(`${arena.version}: ${done} of ${count}`);
    const outcome = await fuzz({ wire, key: KEY, seed: plan.seed, count, progress });
    const { busiestMs } = await arena.ask('seen');
    await untilAllEnded(arena);
    const faults = [...(await judge(arena.query, outcome)), ...(await hostFaults(arena))];
    const states = await statesOf(arena.query);
    return { version: arena.version, outcome, states, faults, busiestMs };
  } finally {
    wire.close();
    await arena.close();
    await service.close();
  }
}

async function hostFaults(arena: Arena): Promise<string[]> {
  const { leak, polluted } = await arena.ask('log');
  return [
    ...(leak === null ? [] : [`the key stands in the log, ${leak}`]),
    ...polluted.map((name) => `Object.prototype has got ${name}`),
  ];
}

const tableOf = ({ version, outcome }: Fuzzed): AttackResult['tables'][number] => ({
  title: `Signed bodies by kind, ${version}`,
  columns: ['kind', 'tried', 'acknowledged', 'refused', 'paid'],
  rows: [...outcome.tallies].map(([name, tally]) => [name, tally.tried, tally.acknowledged, tally.refused, tally.paid]),
});

const statesTable = (fuzzed: readonly Fuzzed[]): AttackResult['tables'][number] => ({
  title: 'How those that were acknowledged ended',
  columns: [
    'engine',
    'applied',
    'no such order',
    'set aside',
    'still pending',
    'longest turn of the event loop (ms of processor time)',
  ],
  rows: fuzzed.map(({ version, states, busiestMs }) => [
    version,
    ...['done', 'unmatched', 'parked', 'pending'].map((state) => states[state] ?? 0),
    Math.round(busiestMs),
  ]),
});

/** No body may hold up the others: a figure, as it says something of the machine, too. */
const longestTick = ({ version, busiestMs }: Fuzzed) => ({
  name: `longest turn of the event loop, ${version}`,
  value: Math.round(busiestMs),
  unit: 'ms of processor time',
  goal: `<= ${LONGEST_TICK_MS}`,
  holds: busiestMs <= LONGEST_TICK_MS,
});

/** Bodies of every kind with a valid signature, through the whole module, on every engine. */
export async function attackFuzz(plan: AttackPlan): Promise<AttackResult> {
  const fuzzed: Fuzzed[] = [];
  await onEngines(plan.engines, async (place) => {
    const share = place.target.name === MAIN_ENGINE ? 1 : SHARE_OF_OTHERS;
    fuzzed.push(await fuzzOn(place, Math.ceil(plan.requests * share), plan));
  });
  const tried = fuzzed.map(({ outcome }) => [...outcome.tallies.values()].reduce((sum, tally) => sum + tally.tried, 0));
  return {
    engines: fuzzed.map(({ version }) => version),
    violations: fuzzed.flatMap(({ version, faults }) => faults.map((fault) => `${version}: ${fault}`)),
    figures: [
      ...fuzzed.map(({ version }, index) => ({ name: `signed bodies, ${version}`, value: tried[index]!, unit: '' })),
      {
        name: 'signed bodies, all engines',
        value: tried.reduce((sum, each) => sum + each, 0),
        unit: '',
        goal: '>= 100000',
        holds: tried.reduce((sum, each) => sum + each, 0) >= 100_000,
      },
      ...fuzzed.map(longestTick),
    ],
    tables: [statesTable(fuzzed), ...fuzzed.map(tableOf)],
  };
}
