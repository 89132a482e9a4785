import type { Random } from '../../support/random.js';

const isBound = (name: string): boolean => name.endsWith('Ms');

/**
 * The faults of one schedule. Each kind is off in half of them and otherwise up to its limit, so that schedules with one
 * strong kind occur beside those with many (a swarm). Bounds, whose names end in `Ms`, are taken as they are.
 */
export function drawSwarm<Limits extends { readonly [Kind in keyof Limits]: number }>(
  random: Random,
  limits: Limits,
): { -readonly [Kind in keyof Limits]: number } {
  const drawn: { -readonly [Kind in keyof Limits]: number } = { ...limits };
  for (const name in limits) {
    if (!isBound(name)) drawn[name] = random.chance(0.5) ? random.next() * limits[name] : 0;
  }
  return drawn;
}
