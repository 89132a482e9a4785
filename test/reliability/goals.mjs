/**
 * Every goal that was set before anything was measured, for two cores that shop, database and load share: what must hold,
 * and which figure of which record says whether it does. Where one is missed, `reason` says why; the page cannot be rendered
 * without, nor with a reason that is not needed any more.
 */

const of = (record, figure) => ({ record, figure });
const broken = (record) => ({ record, violations: true });
const none = (what, ...from) => ({ what, at: '=', limit: 0, unit: '', from });
const atLeast = (what, limit, ...from) => ({ what, at: '>=', ...quantity(limit), from });
/** Of several figures the greatest. */
const atMost = (what, limit, ...from) => ({ what, at: '<=', ...quantity(limit), from, combine: 'most' });

/** `20 ms`, `5000/s` or a number. */
function quantity(text) {
  const [, digits, unit] = /^([\d.]+) ?(.*)$/.exec(String(text));
  return { limit: Number(digits), unit };
}

const SIMULATIONS = ['simulate-refunds', 'simulate-module', 'simulate-adapters'];
const TRIALS = [
  'storm',
  'points',
  'zombies',
  'database-restart',
  'disk-full',
  'commit-lost',
  'faults',
  'refunds',
  'traffic',
].map((trial) => `chaos-${trial}`);
const NOTIFICATIONS = 'bench-notifications';
const RESUMED_AFTER = 'work resumed after it was back, longest';
const BATCHES = 'bench-refund-batches';
const DOUBT = 'bench-refund-doubt';

export const GOALS = [
  {
    name: 'Durable acknowledgements',
    parts: [
      atLeast('Express, 64 connections', '5000/s', of(NOTIFICATIONS, 'express a: this module')),
      atLeast('Fastify, 64 connections', '9000/s', of(NOTIFICATIONS, 'fastify a: this module')),
      none('acknowledged and not stored', of(NOTIFICATIONS, /^(express|fastify) a, acknowledged and not stored$/)),
    ],
  },
  {
    name: 'Acknowledgement latency at 2,000 a second',
    parts: ['express', 'fastify'].flatMap((platform) => [
      atMost(`${platform}, p50`, '3 ms', of(NOTIFICATIONS, `${platform} a at 2000/s, p50`)),
      atMost(`${platform}, p99`, '20 ms', of(NOTIFICATIONS, `${platform} a at 2000/s, p99`)),
      atMost(`${platform}, p99.9`, '60 ms', of(NOTIFICATIONS, `${platform} a at 2000/s, p99.9`)),
    ]),
  },
  {
    name: 'Processing',
    parts: [
      atLeast(
        'transitions with their effects, one process',
        '2000/s',
        of(NOTIFICATIONS, 'transitions worked off by one process'),
      ),
      atMost(
        'lag at 1,000 a second, p99',
        '1000 ms',
        of(NOTIFICATIONS, 'acknowledging and working at 1000/s, lag p99'),
      ),
    ],
  },
  {
    name: 'From a crash until work resumes',
    parts: [
      atMost(
        'longest after a process that stood still',
        '45 s',
        of('chaos-zombies', 'standstill to work resumed, longest'),
      ),
      atMost(
        'longest after the database was back',
        '45 s',
        of('chaos-database-restart', RESUMED_AFTER),
        of('chaos-disk-full', RESUMED_AFTER),
      ),
      atMost('longest of all named points', '45 s', of('chaos-points', 'crash to work resumed, longest')),
      atMost('longest after a random kill', '45 s', of('chaos-storm', 'work resumed after a kill, longest')),
    ],
  },
  {
    name: 'Kills survived',
    parts: [
      atLeast('processes, at random', 500, of('chaos-storm', 'processes killed')),
      atLeast(
        'database servers, fifty of each',
        100,
        of('chaos-database-restart', 'kills'),
        of('chaos-storm', 'database servers killed'),
      ),
      atLeast('processes, at named points', 3_400, of('chaos-points', 'kills survived')),
      none('violations', ...TRIALS.map(broken)),
    ],
  },
  {
    name: 'Simulated schedules',
    parts: [
      atLeast('schedules', 1_000_000, of('simulate-refunds', 'schedules'), of('simulate-module', 'schedules')),
      atLeast('deliberate defects caught', 10, of('mutants', 'mutants caught')),
      none('deliberate defects not caught', broken('mutants')),
    ],
  },
  {
    name: 'Double refunds',
    parts: [
      none(
        'in all schedules, each assumption broken in turn',
        ...SIMULATIONS.map((record) => of(record, 'refunds booked twice')),
      ),
    ],
  },
  {
    name: 'Wrong final state',
    parts: [
      none(
        'false successes and false failures',
        ...SIMULATIONS.map((record) => of(record, 'false successes and false failures')),
      ),
      atMost(
        'refunds that need a person, under heavy faults',
        '0.3%',
        of('simulate-refunds', 'refunds that need a person, base'),
      ),
    ],
  },
  {
    name: 'Spacing of refunds',
    parts: [
      none(
        'arrivals within a second of the one before, strict',
        of(BATCHES, 'strict, arrivals within a second of the one before'),
      ),
    ],
  },
  {
    name: 'Length of a batch',
    parts: [
      atMost('paced, as planned / least by its own slots', 1.05, of(BATCHES, 'plan, paced / bound of its own slots')),
      atMost(
        'paced with slots of 1,040 ms, as planned / least possible',
        1.05,
        of(BATCHES, 'plan, paced at 1040 ms / bound'),
      ),
      {
        ...atMost(
          'paced as it is by default, as planned / least possible',
          1.05,
          of(BATCHES, 'plan, paced as it is by default / bound'),
        ),
        reason:
          'By default slots are 1.1 s wide, not 1.04 s: the tenth is room for a network that holds one refund up longer than the next, and a shop that knows its network may narrow them.',
      },
      atMost(
        'strict, as planned / least with round trips',
        1,
        of(BATCHES, 'plan, strict / bound and a round trip of 250 ms each'),
      ),
      atMost(
        'strict, as sent / least with round trips',
        1.05,
        of(BATCHES, 'strict, from first to last / bound and the round trips as they were'),
      ),
      atMost(
        'paced, as sent / least by its own slots',
        1.05,
        of(BATCHES, 'paced, from first to last / bound of its own slots'),
      ),
    ],
  },
  {
    name: 'Refunds in doubt',
    parts: [
      atMost('answer lost, median', '20 s', of(DOUBT, 'answer lost, in doubt for, median')),
      atMost('answer or request lost, at most', '1200 s', of(DOUBT, 'in doubt for, at most')),
    ],
  },
  {
    name: 'Forged and malformed inputs',
    parts: [
      atLeast('forged notifications over sockets', 1_000_000, of('attacks-forged', 'forged, over sockets')),
      atLeast('signed nonsense, on all engines', 100_000, of('attacks-fuzz', 'signed bodies, all engines')),
      none('accepted, or answered with a crash', broken('attacks-forged'), broken('attacks-fuzz')),
    ],
  },
  {
    name: 'Under a flood',
    parts: [
      atMost(
        'event-loop delay, p99',
        '50 ms',
        of('attacks-flood', /event loop delay p99, worst flood$/),
        of('attacks-slow', /event loop delay p99, worst kind$/),
      ),
      atMost(
        'authentic notifications, p99',
        '250 ms',
        of('attacks-flood', /authentic p99, worst flood$/),
        of('attacks-slow', /authentic p99, worst kind$/),
      ),
      atMost(
        'memory above that of the quiet shop',
        '100 MB',
        of('attacks-flood', /memory above the quiet shop's$/),
        of('attacks-slow', /memory above the quiet shop's$/),
      ),
    ],
  },
  {
    name: 'All notifications lost',
    parts: [
      none('orders not settled within their bound', of('lost-notifications', 'orders not settled within their bound')),
      atMost('staleness, at worst', '50% of age', of('lost-notifications', 'worst staleness')),
    ],
  },
  {
    name: 'Calls for a backlog',
    parts: [none('calls beyond 1.1 times the least possible', of('sweep-cost', 'calls beyond 1.1 times the least'))],
  },
  {
    name: 'Secrets in what is printed or stored',
    parts: [none('places', of('suite', 'places where the key was found'))],
  },
];
