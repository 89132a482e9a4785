/** What must never be, judged by what the outbox holds, what the handlers noted, and when processes were killed. */
import { percentile } from '../../../bench/support/figures.mjs';
import { groupBy } from '../support/group-by.mjs';

const SHOWN = 3;
/** An effect that ended well is written down within this time; a process that is killed later has done so. */
const WRITTEN_WITHIN_MS = 10_000;
/** How often a process may be ended by one effect before that is given up. */
const MOST_SILENT_ENDS = 5;

const findings = (what, cases) =>
  cases.length === 0 ? [] : [`${cases.length} ${what}: ${cases.slice(0, SHOWN).join('; ')}`];

const nameOf = ({ id, handler, kind, orderId }) => `${handler} ${kind} of ${orderId} (${id})`;
const endedWell = ({ outcome }) => outcome === 'well';

/** When a run was over at the latest: by its own note, or with its process. */
const overAt = ({ endedAt, process }, deaths) => endedAt ?? deaths.get(process) ?? Infinity;

/** Why a second run is no duplicate; null when it is one. */
function reasonOf(earlier, deaths) {
  if (earlier.outcome === 'failed') return 'failed';
  const death = deaths.get(earlier.process);
  if (death === undefined) return null;
  const hasEnded = earlier.endedAt !== null;
  return hasEnded && death > earlier.endedAt + WRITTEN_WITHIN_MS ? null : 'killed';
}

/** Runs of one effect, beside the one before. */
function repeatsOf(runs, deaths) {
  const sorted = runs.toSorted((a, b) => a.begunAt - b.begunAt);
  return sorted.slice(1).map((later, index) => {
    const before = sorted.slice(0, index + 1);
    const overlaps = before.some((earlier) => overAt(earlier, deaths) > later.begunAt);
    return { later, overlaps, reason: reasonOf(before.at(-1), deaths) };
  });
}

function repeatFaults(effects, runsOf, deaths) {
  const repeats = effects.flatMap((effect) =>
    repeatsOf(runsOf.get(effect.id) ?? [], deaths).map((repeat) => ({ effect, ...repeat })),
  );
  const overlapping = repeats.filter(({ overlaps }) => overlaps);
  const unexplained = repeats.filter(({ overlaps, reason }) => !overlaps && reason === null);
  return {
    doubled: repeats.filter(({ overlaps, reason }) => !overlaps && reason === 'killed').length,
    retried: repeats.filter(({ overlaps, reason }) => !overlaps && reason === 'failed').length,
    violations: [
      ...findings(
        'runs began while an earlier one of the same effect was under way',
        overlapping.map(({ effect }) => nameOf(effect)),
      ),
      ...findings(
        'runs of effects that had ended well',
        unexplained.map(({ effect }) => nameOf(effect)),
      ),
    ],
  };
}

function lossFaults(effects, runsOf, poison) {
  const hasRun = (effect) => (runsOf.get(effect.id) ?? []).some(endedWell);
  const isPoison = ({ id }) => id === poison?.id;
  const others = effects.filter((effect) => !isPoison(effect));
  const givenUp = others.filter(({ state }) => state === 'dead');
  const left = others.filter(({ state }) => state === 'pending');
  const lost = others.filter((effect) => effect.state === 'done' && !hasRun(effect));
  return [
    ...findings('effects are given up', givenUp.map(nameOf)),
    ...findings('effects are not worked off', left.map(nameOf)),
    ...findings('effects are done and have never ended well', lost.map(nameOf)),
  ];
}

/** An acknowledged order without its effects. */
function missingFaults(effects, { orders, handlers }) {
  const there = new Set(effects.map(({ orderId, handler, kind }) => `${handler} ${kind} of ${orderId}`));
  const wanted = orders.flatMap((orderId) => handlers.map((handler) => `${handler} completed of ${orderId}`));
  return findings(
    'effects were never written',
    wanted.filter((name) => !there.has(name)),
  );
}

/** Of the effects of one handler for one order each begins after the one before it has ended well. */
function orderFaults(effects, runsOf, poison) {
  const faults = [];
  for (const line of groupBy(effects, ({ orderId, handler }) => `${handler} ${orderId}`).values()) {
    const sorted = line.toSorted((a, b) => a.version - b.version);
    for (const [index, effect] of sorted.entries()) {
      const before = sorted[index - 1];
      if (!before || before.id === poison?.id) continue;
      const begun = Math.min(Infinity, ...(runsOf.get(effect.id) ?? []).map(({ begunAt }) => begunAt));
      const ended = Math.min(
        Infinity,
        ...(runsOf.get(before.id) ?? []).filter(endedWell).map(({ endedAt }) => endedAt),
      );
      if (begun < ended) faults.push(nameOf(effect));
    }
  }
  return findings('effects began before an earlier one of their order and handler had ended', faults);
}

/** Its own effect is given up, after a few processes. */
function poisonFaults(effects, runsOf, { poison, deaths }) {
  if (!poison) return [];
  const effect = effects.find(({ id }) => id === poison.id);
  if (effect?.state !== 'dead')
    return [`the effect that ends its process is ${effect?.state ?? 'not there'}, not given up`];
  const runs = runsOf.get(poison.id) ?? [];
  const survived = runs.filter(({ process }) => !deaths.has(process));
  return [
    ...findings(
      'runs of the effect that ends its process did not',
      survived.map(({ process }) => process),
    ),
    ...(runs.length < 1 || runs.length > MOST_SILENT_ENDS ? [`it ended ${runs.length} processes`] : []),
  ];
}

/** How long it took from a notification to the end of its effects, in milliseconds, sorted. */
function latenciesOf(effects, runsOf, { sentAt, poison }) {
  const ends = new Map();
  for (const effect of effects) {
    if (effect.id === poison?.id) continue;
    const name = `${effect.orderId} ${effect.kind}`;
    const end = Math.min(Infinity, ...(runsOf.get(effect.id) ?? []).filter(endedWell).map(({ endedAt }) => endedAt));
    ends.set(name, Math.max(ends.get(name) ?? 0, end));
  }
  return [...ends]
    .map(([name, end]) => end - (sentAt.get(name) ?? NaN))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
}

/** See the types. */
export function judge({ effects, runs, deaths, orders, handlers, poison = null, sentAt = new Map() }) {
  const runsOf = groupBy(runs, ({ effect }) => effect);
  const known = new Set(effects.map(({ id }) => id));
  const strangers = runs.filter(({ effect }) => !known.has(effect));
  const others = effects.filter(({ id }) => id !== poison?.id);
  const repeats = repeatFaults(others, runsOf, deaths);
  const sorted = latenciesOf(effects, runsOf, { sentAt, poison });
  return {
    violations: [
      ...lossFaults(effects, runsOf, poison),
      ...missingFaults(effects, { orders, handlers }),
      ...repeats.violations,
      ...orderFaults(effects, runsOf, poison),
      ...poisonFaults(effects, runsOf, { poison, deaths }),
      ...findings(
        'runs of effects that are not there',
        strangers.map(({ effect }) => effect),
      ),
    ],
    doubled: repeats.doubled,
    retried: repeats.retried,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    longest: sorted.at(-1) ?? NaN,
  };
}
