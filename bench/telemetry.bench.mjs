/**
 * The cost of telemetry without a registered SDK, as in most shops: for each piece, and for a notification with two
 * handlers.
 *
 *   npm run bench -- telemetry
 */
import { SpanKind } from '@opentelemetry/api';
import {
  ATTRIBUTE,
  traceContextOf,
  count,
  SPAN,
  took,
  traced,
  tracedNow,
} from '../dist/modules/shop/telemetry/index.js';
import { atMost, figure, median } from './support/figures.mjs';

const ROUNDS = 15;
const CALLS = 20_000;
const MICROSECONDS = 1_000;
/** A commit to the inbox takes a hundred times as long. */
const LIMIT_US = 20;

const about = () => ({
  kind: SpanKind.INTERNAL,
  attributes: { [ATTRIBUTE.group]: 'web', [ATTRIBUTE.orderId]: 'S100' },
  parent: traceContextOf({}),
});
const span = (work) => traced(SPAN.observe, about(), work);
const nothing = async () => undefined;

const PIECES = {
  'a span': () => span(nothing),
  'a count': () => count('observations', { [ATTRIBUTE.group]: 'web', [ATTRIBUTE.source]: 'poll' }),
  'a duration': () => took('call', 12, { [ATTRIBUTE.group]: 'web' }),
  // Received, stored, applied, two handlers: five spans, two rows that keep their trace, three durations, two counts.
  'a notification with two handlers': async () => {
    await span(nothing);
    tracedNow();
    await span(() => span(() => span(nothing)));
    tracedNow();
    await span(nothing);
    for (let time = 0; time < 3; time += 1) took('effect', 1, { [ATTRIBUTE.group]: 'web' });
    for (let time = 0; time < 2; time += 1) count('transitions', { [ATTRIBUTE.group]: 'web' });
  },
};

async function microseconds(piece) {
  const begun = performance.now();
  for (let call = 0; call < CALLS; call += 1) await piece();
  return ((performance.now() - begun) / CALLS) * MICROSECONDS;
}

export const title = 'What telemetry costs without an SDK';

/** Times each piece several times. */
export async function run(_parameters, progress) {
  const figures = [];
  for (const [name, piece] of Object.entries(PIECES)) {
    progress(name);
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await microseconds(piece));
    figures.push(figure(name, median(times), 'µs', atMost(LIMIT_US)));
  }
  return { engines: [], figures };
}
