import { HOUR_MS, DAY_MS } from '../../support/index.js';
import type { ConformanceRule, VariationRule } from './rule.types.js';

/** Signs with a key that no shop uses. */
const UNKNOWN_KEY = 'tillbridge-conformance-nobody-has-this-key';

/** A rule for a notification that the service would never send: it must not be acknowledged. */
const refuses = ({ variation, ...row }: VariationRule): ConformanceRule => ({
  ...row,
  // An endpoint that refuses everything would pass, so the result would mean nothing.
  needsGenuine: true,
  check: (stage) => stage.refuses(stage.post(variation)),
});

const VERIFY_FIX = 'Verify before anything else, and answer 401 with a body that does not say OK.';
const AGE_FIX =
  'Judge the signed timestamp, that of the header: ten minutes back, two ahead. That of the query is not signed.';

/** Notifications that must not be accepted (spec §5, §4.4). */
export const REFUSING_RULES: readonly ConformanceRule[] = [
  refuses({
    id: 'no-header',
    source: 'spec §5.2',
    level: 'must',
    title: 'Without an Auth header nothing is acknowledged',
    fix: VERIFY_FIX,
    variation: { header: null },
  }),
  refuses({
    id: 'not-a-signature',
    source: 'spec §5.2.1',
    level: 'must',
    title: 'An Auth header that holds no signature is refused',
    fix: VERIFY_FIX,
    variation: { header: () => 'let me in' },
  }),
  refuses({
    id: 'wrong-key',
    source: 'spec §5.2.4',
    level: 'must',
    title: 'What is signed with another key is refused',
    fix: VERIFY_FIX,
    variation: { key: UNKNOWN_KEY },
  }),
  refuses({
    id: 'empty-key',
    source: 'spec §5.2.4',
    level: 'must',
    title: 'What is signed with an empty key is refused',
    fix: 'Do not start without a key: a variable that is not set would make everyone genuine.',
    variation: { key: '' },
  }),
  refuses({
    id: 'cut-signature',
    source: 'spec §5.2.5',
    level: 'must',
    title: 'The beginning of a signature is no signature',
    fix: 'Compare 64 bytes with 64 bytes, by timingSafeEqual: not startsWith, not the shorter of the two.',
    variation: { header: (decoded) => decoded.slice(0, decoded.indexOf(':') + 9) },
  }),
  refuses({
    id: 'no-signature',
    source: 'spec §5.2.5',
    level: 'must',
    title: 'A timestamp without a signature is no signature',
    fix: 'Compare 64 bytes with 64 bytes, by timingSafeEqual.',
    variation: { header: (decoded) => decoded.slice(0, decoded.indexOf(':') + 1) },
  }),
  refuses({
    id: 'changed-body',
    source: 'spec §5.2.3',
    level: 'must',
    title: 'A body of which one byte was changed is refused',
    fix: VERIFY_FIX,
    variation: { tamper: (body) => body.replace('"status":"initialized"', '"status":"initialised"') },
  }),
  refuses({
    id: 'rewritten-body',
    source: 'spec §5.2.3',
    level: 'must',
    title: 'A body that was written again is refused, although it says the same',
    fix: 'Verify the raw bytes, not what a parser has made of them.',
    variation: { tamper: (body) => body.replaceAll('":', '": ') },
  }),
  refuses({
    id: 'changed-timestamp',
    source: 'spec §5.2.3',
    level: 'must',
    title: 'A timestamp that was changed in the header is refused',
    fix: 'Sign the timestamp along with the body: "timestamp:body". Otherwise an old notification is accepted at any time.',
    variation: { ageMs: 5_000, header: (decoded) => decoded.replace(/^\d+/, (seconds) => String(Number(seconds) + 1)) },
  }),
  refuses({
    id: 'no-timestamp',
    source: 'spec §4.4',
    level: 'should',
    title: 'A request without timestamp in its query is ignored',
    fix: 'Answer 400: nothing was stored. An answer of OK may have been meant as ignoring; no one can see that.',
    variation: { query: (query) => query.delete('timestamp') },
  }),
  refuses({
    id: 'other-order',
    source: 'spec §2.1',
    level: 'should',
    title: 'A query that names another order than the body is refused',
    fix: 'Compare the two, and believe the body: the query is not signed.',
    variation: { query: (query) => query.set('transactionid', 'tillbridge-another-order') },
  }),
  refuses({
    id: 'old',
    source: 'spec §5.3',
    level: 'should',
    title: 'A signature of yesterday is refused',
    fix: AGE_FIX,
    variation: { ageMs: DAY_MS },
  }),
  refuses({
    id: 'old-with-new-query',
    source: 'spec §5.3',
    level: 'should',
    title: 'A signature of yesterday is refused, whatever the query says',
    fix: AGE_FIX,
    variation: {
      ageMs: DAY_MS,
      query: (query) => query.set('timestamp', String(Number(query.get('timestamp')) + DAY_MS / 1_000)),
    },
  }),
  refuses({
    id: 'future',
    source: 'spec §5.3',
    level: 'should',
    title: 'A signature of tomorrow is refused',
    fix: AGE_FIX,
    variation: { ageMs: -DAY_MS + HOUR_MS },
  }),
];
