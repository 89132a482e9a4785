import { CANARY_MARKER } from '../support/canary-marker.mjs';
import { Random } from '../support/random.js';
import type { AttackPlan, AttackResult } from './attack.types.js';
import { onEngines, openArena, type Arena, type ArenaPlace } from './flood-arena.mjs';
import { differences, HONEST, readBooks } from './forged-books.js';
import { faultsOf, forge, FORGED_KINDS, forgePurely, type ForgedOutcome, type KindTally } from './forged-run.js';
import { bytesOf, Forger } from './forger.js';
import { untilIdle } from './idle.js';
import { Wire } from './wire.js';

const HONEST_EVERY = 1_000;
/** A connection of its own for each takes its time. */
const ALONE_EVERY = 10;
const VICTIMS = 20;
const OLD_KEY_ENDED_MS = 60 * 60_000;
const ENGINE = 'sqlite';

type Platform = AttackPlan['platforms'][number];

const keyOf = (name: string): string => `${CANARY_MARKER}-${name}-key`;
const keys = { web: keyOf('web'), old: keyOf('old'), other: keyOf('other') };

/** What came of one platform. */
interface Besieged {
  readonly platform: Platform;
  readonly version: string;
  readonly outcome: ForgedOutcome;
  readonly faults: readonly string[];
  readonly perSecond: number;
}

const shopOf = (platform: Platform): object => ({
  platform,
  key: keys.web,
  withEffects: true,
  group: { apiKeys: [keys.web, { key: keys.old, until: new Date(Date.now() - OLD_KEY_ENDED_MS) }] },
  otherGroups: [{ name: 'other', apiKeys: [keys.other] }],
});

/** Victims with a history: without one there would be little that a forger could change. */
async function prepare(
  arena: Arena,
  wire: Wire,
  { forger, honest }: { forger: Forger; honest: number },
): Promise<void> {
  await arena.addOrders('A-', VICTIMS);
  await arena.addOrders(HONEST, honest);
  for (let each = 0; each < VICTIMS; each += 2) await wire.send(bytesOf(forger.genuine(`A-${each}`)));
  await untilIdle(arena.query);
}

async function besiege(place: ArenaPlace, platform: Platform, plan: AttackPlan): Promise<Besieged> {
  const arena = await openArena(place, shopOf(platform));
  const wire = new Wire(Number(new URL(arena.url).port));
  try {
    const count = Math.ceil(plan.requests / plan.platforms.length);
    const victims = Array.from({ length: VICTIMS }, (_, index) => `A-${index}`);
    const forger = new Forger(keys, new Random(plan.seed), victims);
    await prepare(arena, wire, { forger, honest: Math.ceil(count / HONEST_EVERY) });
    const before = await readBooks(arena.query);
    const { arrived } = await arena.ask('log');
    const start = performance.now();
    const progress = (done: number): void => plan.progress(`${platform}: ${done} of ${count} over sockets`);
    const spacing = { honestEvery: HONEST_EVERY, aloneEvery: ALONE_EVERY };
    const outcome = await forge({ wire, forger, platform, count, ...spacing, progress });
    const perSecond = count / ((performance.now() - start) / 1_000);
    await untilIdle(arena.query);
    const faults = [
      ...faultsOf(outcome, platform),
      ...(await booksFaults(arena, before, outcome.honest)),
      ...(await gateFaults(arena, arrived, outcome.honest)),
    ];
    return { platform, version: arena.version, outcome, faults, perSecond };
  } finally {
    wire.close();
    await arena.close();
  }
}

/** The forged changed nothing, and of the honest each was stored and applied once (invariant S7 of the attack). */
async function booksFaults(arena: Arena, before: Record<string, string>, honest: number): Promise<string[]> {
  const ofHonest = `order_id LIKE '${HONEST}%'`;
  const stored = await arena.count('tillbridge_notification', ofHonest);
  const paid = await arena.count('tillbridge_order', `${ofHonest} AND status = 'completed'`);
  const { leak } = await arena.ask('log');
  return [
    ...differences(before, await readBooks(arena.query)),
    ...(stored === honest ? [] : [`${honest} honest notifications, ${stored} rows`]),
    ...(paid === honest ? [] : [`${honest} honest notifications, ${paid} paid orders`]),
    ...(leak === null ? [] : [`the key stands in the log, ${leak}`]),
  ];
}

/** Of the forged none came to the controller: none was unpacked, parsed or held beyond the gate's bounds. */
async function gateFaults(arena: Arena, before: number, honest: number): Promise<string[]> {
  const arrived = (await arena.ask('log')).arrived - before;
  return arrived === 2 * honest
    ? []
    : [`${2 * honest} honest notifications were sent, ${arrived} came to the controller`];
}

const answersOf = (tally: KindTally): string =>
  [...tally.answers.keys()]
    .toSorted((a, b) => a - b)
    .map((status) => (status === 0 ? 'hung up' : status))
    .join(', ');

function tableOf(besieged: readonly Besieged[], pure: ReadonlyMap<string, KindTally>) {
  const rows = FORGED_KINDS.map(({ name, wireOnly }) => {
    const tallies = besieged.map(({ outcome }) => outcome.tallies.get(name)!);
    const bulk = pure.get(name)!;
    const accepted = [...tallies, bulk].reduce((sum, tally) => sum + tally.accepted, 0);
    const cells = tallies.flatMap((tally) => [tally.tried, answersOf(tally)]);
    return [name, ...cells, wireOnly ? '' : bulk.tried, accepted];
  });
  const columns = besieged.flatMap(({ platform }) => [`tried on ${platform}`, 'answers']);
  return {
    title: 'Forged notifications by kind',
    columns: ['kind', ...columns, 'judged without a server', 'accepted'],
    rows,
  };
}

/** Every kind of forgery over real sockets against the built module on each platform, and again without a server. */
export async function attackForged(plan: AttackPlan): Promise<AttackResult> {
  const besieged: Besieged[] = [];
  await onEngines([ENGINE], async (place) => {
    for (const platform of plan.platforms) besieged.push(await besiege(place, platform, plan));
  });
  const { authenticate } = await import('./built.mjs');
  plan.progress(`${plan.requests} without a server`);
  const pure = forgePurely(authenticate, new Forger(keys, new Random(plan.seed), ['A-1', 'A-2']), plan.requests);
  const passed = [...pure].filter(([, { accepted }]) => accepted > 0);
  const sum = (of: (each: Besieged) => number): number => besieged.reduce((total, each) => total + of(each), 0);
  const tried = sum(({ outcome }) => [...outcome.tallies.values()].reduce((all, tally) => all + tally.tried, 0));
  return {
    engines: [...new Set(besieged.map(({ version }) => version))],
    violations: [
      ...besieged.flatMap(({ faults }) => faults),
      ...passed.map(([name, { accepted }]) => `without a server, ${name}: ${accepted} were accepted`),
    ],
    figures: [
      { name: 'kinds of forgery', value: FORGED_KINDS.length, unit: '' },
      { name: 'forged, over sockets', value: tried, unit: '', goal: '>= 1000000', holds: tried >= 1_000_000 },
      { name: 'forged, judged without a server', value: plan.requests, unit: '' },
      { name: 'honest between them, each sent twice', value: sum(({ outcome }) => outcome.honest), unit: '' },
      { name: 'of those acknowledged', value: sum(({ outcome }) => outcome.acknowledged), unit: '' },
      ...besieged.map(({ platform, perSecond }) => ({
        name: `refused, ${platform}`,
        value: Math.round(perSecond),
        unit: '/s',
      })),
    ],
    tables: [tableOf(besieged, pure)],
  };
}
