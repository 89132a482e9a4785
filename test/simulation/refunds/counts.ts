import { add } from '../engine/tally.js';
import type { RefundRow } from './store.js';

/** Up to here how long something took is kept by the second, and then by the minute. */
const FINE_S = 120;

/** The name under which so long a time is counted, so that the median can be read from the counts. */
export const bucketOf = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000);
  return `cleared up within s ${seconds <= FINE_S ? seconds : Math.ceil(seconds / 60) * 60}`;
};

/** What is added up of the refunds of one schedule. */
export function countsOf(rows: readonly RefundRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { facts, wasManual, refusal, certainAt, askedAt, doubt } of rows) {
    add(counts, 'intents');
    add(counts, facts.state);
    // What the service never takes is a person's in the end.
    if (wasManual && refusal === null) add(counts, 'went to a person');
    if (wasManual && refusal !== null) add(counts, 'refused for good, went to a person');
    if (doubt.clearedAfterMs !== null) {
      add(counts, bucketOf(doubt.clearedAfterMs));
      counts['most ms in doubt'] = Math.max(counts['most ms in doubt'] ?? 0, doubt.clearedAfterMs);
    }
    if (certainAt === null) continue;
    add(counts, 'certain');
    add(counts, 'certain after ms', certainAt - askedAt);
    counts['most ms'] = Math.max(counts['most ms'] ?? 0, certainAt - askedAt);
  }
  return counts;
}
