/**
 * Goals that were set before anything was measured, for two cores that shop, database and load share, where the command does
 * not name them itself; and why those are missed that are. A goal is `>= number` or `<= number`, in the unit of its figure.
 */

/** By run, then by figure. */
const GOALS = {
  'second-opinion': { histories: '>= 1000000' },
  'simulate-refunds': { schedules: '>= 1000000', 'refunds that need a person, base': '<= 0.3' },
  'chaos-storm': { 'processes killed': '>= 500', 'work resumed after a kill, longest': '<= 45' },
  'chaos-points': { 'kills survived': '>= 3400' },
  'chaos-database-restart': { kills: '>= 100' },
  'attacks-forged': { 'forged, over sockets': '>= 1000000' },
  'attacks-fuzz': { 'signed bodies, all engines': '>= 100000' },
};

const HOURS = 'The row is of a run of minutes; so many take the long one (`npm run nightly -- --size long`).';
const CROWDED =
  'Shop, load and MariaDB, which syncs each commit to the disk, share two cores and use nearly all of both at this rate.';
const BEHIND =
  'It is more than one process works off beside its load on two cores. Some are begun at once, ahead of those that no place was free for: these wait until the rush is over.';
const PER_ORDER =
  'A transition is a locked order, its rows and the handlers of the shop, through TypeORM, which takes longer to build the statements than MariaDB to carry them out. Replicas share the work.';

const BETWEEN_COLLECTIONS =
  'It is heap between two collections: it does not grow with the length of the attack, and is given back after it.';

/** Why a goal is missed: run, figure, reason; the first that fits counts. */
const REASONS = [
  ['chaos-storm', /^processes killed$/, HOURS],
  ['chaos-points', /^kills survived$/, HOURS],
  ['chaos-database-restart', /^kills$/, HOURS],
  [
    'bench-notifications',
    /^(express|fastify) b \/ e$/,
    'A route that does nothing takes so little that a signature over 1.2 kB, which has to be computed, and reading its JSON, which has to be done before an order is named, weigh much beside it.',
  ],
  ['bench-notifications', /^(express|fastify) a \/ [bc]$/, CROWDED],
  ['bench-notifications', /at 2000\/s/, CROWDED],
  ['bench-notifications', /^transitions worked off by one process$/, PER_ORDER],
  ['bench-notifications', /^acknowledging and working/, BEHIND],
  [
    'bench-budget',
    /kB of redo$/,
    'It is that of the rows themselves, with their indices: notification, order, history, what was observed, effects, and the lease and the end of what is worked off.',
  ],
  [
    'bench-orders',
    /(settled \/ bare read|order made \/ bare request)$/,
    'All 32 answers come in the same instant, a quarter of a second after they were asked for, and each then takes two and a half to three milliseconds of one core, one after the other: how fast that core is at this hour decides.',
  ],
  [
    'bench-refund-batches',
    /^plan, paced as it is by default/,
    'Slots are 1.1 s wide by default: the tenth is room for a network that holds one refund up longer than the next. A shop that knows its network may narrow them.',
  ],
  [
    'attacks-slow',
    /authentic p99/,
    'Two thousand connections are made at once, Node takes one new connection in each turn of its loop, and an authentic one stands in that line; bodies in pieces of one byte make each turn longer. What limits connections is the host and its proxy.',
  ],
  ['attacks-slow', /memory above the quiet shop's$/, BETWEEN_COLLECTIONS],
  ['attacks-flood', /memory above the quiet shop's$/, BETWEEN_COLLECTIONS],
  [
    'attacks-flood',
    /authentic p99/,
    'Attackers, shop and MariaDB share two cores, and the worst of these floods use both. What limits requests is the host and its proxy.',
  ],
];

function holds(value, goal) {
  const [sign, limit] = goal.split(' ');
  return sign === '<=' ? value <= Number(limit) : value >= Number(limit);
}

/** See the types. */
export function judged(run, { name, value, unit, goal: own, holds: met }) {
  const goal = own ?? GOALS[run]?.[name];
  if (goal === undefined) return { name, value, unit };
  return { name, value, unit, goal, met: met ?? holds(value, goal) };
}

/** See the types. */
export const reasonOf = (run, figure) => REASONS.find(([of, pattern]) => of === run && pattern.test(figure))?.[2];
