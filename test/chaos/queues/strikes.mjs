/** What is done to workers and Redis while the load goes on, drawn from the seed. */
import { setTimeout as delay } from 'node:timers/promises';
import { askRedis } from '../../support/server-redis.mjs';

/** Between two strikes at Redis, in milliseconds. */
const CALM_MS = [500, 4_000];
/** For how long a Redis that was killed is away. */
const AWAY_MS = [0, 3_000];
const LEAST_PARTITION_MS = 1_000;
/** Sooner than this no kill follows the one before: the next process would never come up. */
const LEAST_GAP_MS = 300;

function shuffle(items, chance) {
  for (let left = items.length - 1; left > 0; left -= 1) {
    const other = Math.floor(chance.between(0, left + 1));
    [items[left], items[other]] = [items[other], items[left]];
  }
  return items;
}

/** The first partition is as long as any may be. */
function partitionOf(index, { chance, longest }) {
  const mostMs = longest * 1_000;
  const ms = index === 0 ? mostMs : chance.between(Math.min(LEAST_PARTITION_MS, mostMs), mostMs);
  return { kind: 'partition', ms, way: chance.pick(['refused', 'silent']), isLate: chance.hits(0.5) };
}

/**
 * @param {import('../support/chance.mjs').Chance} chance
 * @param {{ kills: number, wipes: number, restarts: number, partitions: number, longest: number }} sizes
 * @returns what strikes Redis, one after the other, and the pauses before each kill of a worker, in milliseconds
 */
export function drawStrikes(chance, { kills, wipes, restarts, partitions, longest }) {
  const some = (count, of) => Array.from({ length: count }, (_, index) => of(index));
  const atRedis = shuffle(
    [
      ...some(wipes, () => ({ kind: 'wipe', ms: 0 })),
      ...some(restarts, () => ({ kind: 'restart', ms: chance.between(...AWAY_MS) })),
      ...some(partitions, (index) => partitionOf(index, { chance, longest })),
    ],
    chance,
  ).map((strike) => ({ ...strike, afterMs: chance.between(...CALM_MS) }));
  const totalMs = atRedis.reduce((sum, { ms, afterMs }) => sum + ms + afterMs, 0);
  const gapMs = Math.max(LEAST_GAP_MS, totalMs / Math.max(1, kills));
  return { atRedis, atWorkers: some(kills, () => chance.between(LEAST_GAP_MS, 2 * gapMs - LEAST_GAP_MS)) };
}

const DO = {
  wipe: ({ redis }) => askRedis(redis.url, 'FLUSHALL'),
  async restart({ redis }, { ms }) {
    await redis.kill();
    await delay(ms);
    await redis.restart();
  },
  async partition({ partition }, { way, ms, isLate }) {
    await partition.cut(way);
    await delay(ms);
    await partition.heal(isLate);
  },
};

/**
 * Strikes until everything drawn has happened.
 *
 * @param parts { redis, partition, workers }
 * @param say what it is at
 */
export async function strike(parts, { atRedis, atWorkers }, say) {
  const counts = { wipe: 0, restart: 0, partition: 0 };
  const redisStrikes = async () => {
    for (const each of atRedis) {
      await delay(each.afterMs);
      await DO[each.kind](parts, each);
      counts[each.kind] += 1;
    }
  };
  const kills = async () => {
    for (const afterMs of atWorkers) {
      await delay(afterMs);
      while (!parts.workers.kill()) await delay(50);
      say(`${parts.workers.counts.kills} kills, ${JSON.stringify(counts)}`);
    }
  };
  await Promise.all([redisStrikes(), kills()]);
  return counts;
}
