/** One storm: an engine, so many replicas, the service and a sink; load and strikes in waves, and what is left afterwards. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { startEffectSink } from '../../support/effect-sink.mjs';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { SHOP_TABLES } from '../../support/shop-process.mjs';
import { Chance } from '../support/chance.mjs';
import { outsideFaults } from '../support/outside.mjs';
import { startServiceProcess } from '../support/service-process.mjs';
import { Drain, OUTAGE_MS } from './drain.mjs';
import { startFront } from './front.mjs';
import { readLedger } from '../support/ledger.mjs';
import { judge } from './oracle.mjs';
import { Replicas } from './replicas.mjs';
import { Resumption } from './resumption.mjs';
import { Shoppers } from './shoppers.mjs';
import { Strikes } from './strikes.mjs';
import { LATE_MS, STORM } from './weather.mjs';

/** A wave of strikes; between two of them everyone is away for a quarter of an hour, and refunds in doubt come due. */
const WAVE_MS = 45_000;
const SKEW_MS = 600_000;
const NOTIFICATION_TIMEOUT_MS = 8_000;

const groupAt = (front, timeoutMs) => ({
  notificationUrl: `${front.url}/payments/notifications/web`,
  timeoutMs,
  calls: {
    callsPerSecond: 1_000,
    burst: 10_000,
    maxWaiting: 10_000,
    readAttempts: 2,
    readPatienceMs: 5_000,
    circuitPauseMs: 1_000,
  },
  // Spacing, equal amounts and quiet time are the defaults; the reads are brought forward.
  refunds: { readDelaysMs: [2_000, 5_000, 15_000, 45_000], lanePauseMs: 1_000 },
});

/** Everything that takes part. */
async function startParts({ engine, replicas: count, seed, longestPauseMs, rate, weather }) {
  const chance = new Chance(seed);
  const database = await engine.createDatabase();
  const ledger = join(engine.folder, `service-${randomBytes(4).toString('hex')}.sqlite`);
  const key = randomBytes(20).toString('hex');
  const service = await startServiceProcess({
    database: ledger,
    // Without a guard at the service nothing but the shop keeps money from leaving twice.
    terminalGroups: [{ name: 'web', apiKey: key, switches: { refundGuard: 'off' } }],
    notificationTimeoutMs: NOTIFICATION_TIMEOUT_MS,
  });
  const [proxy, sink, front] = [await FaultProxy.start(service.url), await startEffectSink(), await startFront()];
  const dataSource = await new DataSource(database).initialize();
  for (const table of SHOP_TABLES) await dataSource.query(table);
  const polling = { firstLookMs: 10_000, growth: 1.5 };
  const group = { ...groupAt(front, weather.timeoutMs), polling };
  const settings = { database, key, serviceUrl: proxy.url, sinkUrl: sink.url, workers: 'inline', polling, group };
  // Alone with its database, as on SQLite, a process has no one to disagree with.
  const clocks = engine.name === 'sqlite' ? { skewMs: 0, apartMs: [0] } : { skewMs: SKEW_MS, apartMs: weather.apartMs };
  const replicas = new Replicas({ settings, count, chance, ...clocks });
  front.replicas = () => replicas.urls();
  await replicas.start();
  const resumption = new Resumption(dataSource, () => replicas.areThere);
  const strikes = new Strikes({ engine, service, proxy, replicas, resumption, chance, longestPauseMs, weather });
  const shoppers = new Shoppers({ front, service, chance, rate, returning: weather.returning });
  return {
    apartMs: Math.max(...clocks.apartMs),
    engine,
    dataSource,
    ledger,
    service,
    proxy,
    sink,
    front,
    replicas,
    resumption,
    strikes,
    shoppers,
  };
}

async function stopParts({ dataSource, service, proxy, sink, front, replicas, resumption }) {
  await resumption.stop();
  await replicas.killAll();
  await service.kill();
  await Promise.all([proxy.close(), front.close(), sink.close()]);
  await dataSource.destroy();
}

/** Strikes and load for so long, and a quarter of an hour in which no one was there. */
async function wave({ strikes, shoppers, resumption }, ms, drain) {
  await strikes.begin();
  await shoppers.comeFor(ms);
  await strikes.end();
  await shoppers.gone();
  // What the service holds back has to be over: time is not put forward over it.
  await delay(LATE_MS);
  resumption.forget();
  await drain.skip(OUTAGE_MS);
}

/**
 * @param {{ engine: object, replicas: number, seed: number, seconds: number, rate: number, longestPauseMs: number,
 *   drainSeconds: number, say(text: string): void, weather?: object }} plan
 * @returns what happened, how long it took, and what must never be
 */
export async function storm(plan) {
  const parts = await startParts({ weather: STORM, ...plan });
  const { replicas, strikes, shoppers, resumption, proxy, service } = parts;
  try {
    const drain = new Drain(parts);
    const waves = Math.max(1, Math.round((plan.seconds * 1_000) / WAVE_MS));
    for (let each = 0; each < waves; each += 1) {
      plan.say(`wave ${each + 1} of ${waves}: ${shoppers.counts.orders} orders, ${replicas.counts.kills} kills`);
      await wave(parts, (plan.seconds * 1_000) / waves, drain);
    }
    const drained = await drain.toTheEnd(plan.drainSeconds, plan.say);
    await shoppers.comeBack();
    const judged = await judge(parts);
    const seen = {
      calls: shoppers.calls,
      service: readLedger(parts.ledger),
      sink: [...parts.sink.deliveries.values()],
    };
    const struck = proxy.connections.filter(({ hasStruck }) => hasStruck).length;
    return {
      ...judged,
      violations: [
        ...drained.violations,
        ...judged.violations,
        ...outsideFaults(seen),
        ...replicas.complaints.filter(isOwnEnd),
      ],
      counts: {
        ...shoppers.counts,
        calls: shoppers.calls.length,
        ...replicas.counts,
        ...strikes.counts,
        ...judged.counts,
        struck,
      },
      resumption: resumption.longest,
      taken: resumption.taken,
      reconciled: drain.reconciled,
      skippedMinutes: Math.round(drain.skippedMs / 60_000),
      drainSeconds: drained.seconds,
      service: service.url,
    };
  } finally {
    await stopParts(parts);
  }
}

const isOwnEnd = (complaint) => complaint.startsWith('a replica ended by itself');
