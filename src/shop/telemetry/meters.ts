import { metrics, type Attributes, type Counter, type Histogram, type MeterProvider } from '@opentelemetry/api';
import { SECOND_MS } from '../../support/index.js';
import { BUCKETS_S, COUNTERS, DURATIONS } from './metric-table.js';

/** The OpenTelemetry name of the module's metrics and spans. */
export const SCOPE = 'tillbridge';

interface Instruments {
  readonly provider: MeterProvider;
  readonly counters: Readonly<Record<keyof typeof COUNTERS, Counter>>;
  readonly durations: Readonly<Record<keyof typeof DURATIONS, Histogram>>;
}

let made: Instruments | null = null;

/** Made again for another provider: unlike the trace API, the metrics API has no proxy that finds a later provider. */
function instruments(): Instruments {
  const provider = metrics.getMeterProvider();
  if (made?.provider === provider) return made;
  const meter = provider.getMeter(SCOPE);
  const counter = ({ name, ...about }: (typeof COUNTERS)[keyof typeof COUNTERS]): Counter =>
    meter.createCounter(name, about);
  const histogram = ({ name, ...about }: (typeof DURATIONS)[keyof typeof DURATIONS]): Histogram =>
    meter.createHistogram(name, { ...about, advice: { explicitBucketBoundaries: [...BUCKETS_S] } });
  made = { provider, counters: ofEach(COUNTERS, counter), durations: ofEach(DURATIONS, histogram) };
  return made;
}

const ofEach = <K extends string, R, I>(table: Readonly<Record<K, R>>, make: (row: R) => I): Record<K, I> =>
  Object.fromEntries(Object.entries<R>(table).map(([key, row]) => [key, make(row)])) as Record<K, I>;

/** Counts an event, `times` times. */
export function count(what: keyof typeof COUNTERS, attributes: Attributes, times = 1): void {
  instruments().counters[what].add(times, attributes);
}

/** Records how long something took. */
export function took(what: keyof typeof DURATIONS, ms: number, attributes: Attributes): void {
  instruments().durations[what].record(ms / SECOND_MS, attributes);
}
