/** How long a night is, in minutes. */
export const NIGHT_MINUTES = 60;

const DAY_MS = 86_400_000;

const sum = (runs) => runs.reduce((total, { minutes }) => total + minutes.default, 0);

/**
 * Everything in shares of an hour. What finds something new with each seed is part of every night; the rest comes round, one
 * share after the other.
 */
export function nightsOf(runs) {
  const every = runs.filter(({ fromSeed }) => fromSeed);
  const room = NIGHT_MINUTES - sum(every);
  const nights = [];
  for (const run of runs.filter(({ fromSeed }) => !fromSeed)) {
    const night = nights.find((each) => sum(each) + run.minutes.default <= room);
    if (night) night.push(run);
    else nights.push([run]);
  }
  return nights.map((night) => [...every, ...night]);
}

/** @param now - milliseconds since 1970: each day has its night, also where another machine takes over */
export function tonightOf(runs, now) {
  const nights = nightsOf(runs);
  return nights[Math.floor(now / DAY_MS) % nights.length];
}

/** Where the seeds of a night begin: begun at the same one, each night would only try once more what the last one has. */
export const firstSeedOf = (now) => Math.floor(now / DAY_MS) * 1_000;
