import { ACKNOWLEDGEMENT_TIMEOUT_MS, checkNotificationUrl } from '../../protocol/index.js';
import type { RuleResult } from './rule-result.types.js';
import type { ConformanceRule, VariationRule } from './rule.types.js';
import { writeAsService, type Stage } from './stage.js';

/** Half of the service's time limit, in milliseconds: a slower endpoint would be too slow on a busy day. */
const COMFORTABLE_MS = ACKNOWLEDGEMENT_TIMEOUT_MS / 2;

/** A rule for a notification that the service may send: it must be acknowledged. */
const takes = ({ variation, ...row }: VariationRule): ConformanceRule => ({
  ...row,
  needsGenuine: true,
  check: (stage) => stage.takes(stage.post(variation)),
});

const PARSE_FIX = 'Parse leniently: keep the notification first, then look only at what is needed, and leave the rest.';
const RAW_FIX =
  'Verify the raw bytes as they came: NestFactory.create(AppModule, { rawBody: true }), and no parser before that.';

/** JSON that any re-serialisation changes: spaces, escaped slashes and letters, and unsorted names. */
const writeOddly = (order: Record<string, unknown>): string =>
  JSON.stringify({ ...order, description: 'a/b é' }, null, 1).replace('a/b é', String.raw`a\/b \u00e9`);

/** The address can be registered, and a genuine notification is acknowledged. All other rules depend on this. */
export const FIRST_RULES: readonly ConformanceRule[] = [
  {
    id: 'address',
    source: 'spec §6',
    level: 'must',
    title: 'The address is a public one: https, no port, few characters',
    fix: 'Register an address that keeps to it; for one on this machine, say --url-rules development.',
    needsGenuine: false,
    check: ({ endpoint: { url, urlRules } }) => {
      const faults = checkNotificationUrl(url, urlRules).map(({ message }) => message);
      return Promise.resolve({
        held: faults.length === 0,
        seen: faults.length === 0 ? url : `It ${faults.join('; ')}.`,
      });
    },
  },
  {
    id: 'acknowledges',
    source: 'spec §4.4',
    level: 'must',
    title: 'A genuine notification is acknowledged: 200, and OK',
    fix: 'Answer 200 with the word OK once it is stored. Is it the right key, and does the endpoint know the order (--order)?',
    needsGenuine: false,
    check: (stage) => stage.takes(stage.post()),
  },
];

/** Other notifications that an endpoint must accept. */
export const TAKING_RULES: readonly ConformanceRule[] = [
  {
    id: 'acknowledges-strictly',
    source: 'spec §4.4',
    level: 'should',
    title: 'The answer satisfies the stricter rule, too: it begins with OK',
    fix: 'Answer the word OK and nothing else: no quotation marks, no JSON around it.',
    needsGenuine: true,
    check: (stage) => stage.takes(stage.post(), 'strict'),
  },
  takes({
    id: 'repeat',
    source: 'spec §4.4',
    level: 'must',
    title: 'What tells nothing new is acknowledged as well',
    fix: 'Recognise it, do nothing, and answer OK: a refusal makes the service send it repeatedly.',
    variation: {},
  }),
  {
    id: 'together',
    source: 'spec §1.5',
    level: 'must',
    title: 'Several of one order at the same time are all acknowledged',
    fix: 'Store first and answer, then work them off one after the other: under a lock of the order, not by failing.',
    needsGenuine: true,
    check: async (stage) => worstOf(await Promise.all([0, 1, 2, 3].map(() => stage.takes(stage.post())))),
  },
  takes({
    id: 'raw-bytes',
    source: 'spec §5.2.3',
    level: 'must',
    title: 'The signature is judged by the bytes, however the JSON is written',
    fix: RAW_FIX,
    variation: { write: writeOddly },
  }),
  takes({
    id: 'letters',
    source: 'spec §5.2.3',
    level: 'must',
    title: 'Letters of all alphabets in the body do not spoil its signature',
    fix: 'Treat the body as bytes, or as UTF-8 throughout; never as a string of another character set.',
    variation: { fields: { description: 'Crème brûlée, 寿司, ☕' } },
  }),
  takes({
    id: 'long-ids',
    source: 'spec §2.2',
    level: 'must',
    title: 'A transaction_id is a number or a text, of up to 18 digits',
    fix: 'Take both. JSON.parse rounds long numbers, so read ids from the text, or do without that field.',
    variation: { write: (order) => writeAsService(order).replace('"1756720780000123"', '175672078000012345') },
  }),
  takes({
    id: 'nulls',
    source: 'spec §2.2',
    level: 'must',
    title: 'Fields that may be null or missing are so at times',
    fix: PARSE_FIX,
    variation: {
      fields: {
        customer: {},
        items: null,
        payment_details: {},
        payment_methods: [],
        reason: '',
        transaction_id: undefined,
      },
    },
  }),
  takes({
    id: 'unknown-fields',
    source: 'spec §9',
    level: 'should',
    title: 'A field that the endpoint does not know does no harm',
    fix: `${PARSE_FIX} A validation pipe with forbidNonWhitelisted, for one, refuses the service on the day of its release.`,
    variation: { fields: { tillbridge_new_field: { depth: [1, 2, 3] } } },
  }),
  takes({
    id: 'unknown-status',
    source: 'spec §3',
    level: 'should',
    title: 'A status that the endpoint does not know is acknowledged',
    fix: PARSE_FIX,
    variation: { fields: { status: 'tillbridge_test', financial_status: 'tillbridge_test' } },
  }),
  takes({
    id: 'other-spelling',
    source: 'spec §2.1',
    level: 'should',
    title: 'The query may name the order as transaction_id, too',
    fix: 'Read both spellings; better, only the signed order_id of the body.',
    variation: {
      query(query) {
        query.set('transaction_id', query.get('transactionid') ?? '');
        query.delete('transactionid');
      },
    },
  }),
  takes({
    id: 'more-parameters',
    source: 'protocol §5.5',
    level: 'should',
    title: 'The query may hold more than the two parameters',
    fix: 'Leave alone what is not known.',
    variation: { query: (query) => query.set('payload_type', 'pretransaction') },
  }),
];

/** Rules that are checked at the end, over all requests. */
export const LAST_RULES: readonly ConformanceRule[] = [
  {
    id: 'in-time',
    source: 'protocol §5.3',
    level: 'should',
    title: 'Every answer comes well before the service gives up waiting',
    fix: 'Store and answer; do the work afterwards.',
    needsGenuine: true,
    check: ({ slowestMs }) =>
      Promise.resolve({ held: slowestMs < COMFORTABLE_MS, seen: `The slowest answer took ${slowestMs} ms.` }),
  },
  {
    id: 'get',
    source: 'spec §4.4',
    level: 'must',
    title: 'A notification by GET is acknowledged',
    fix: 'Answer OK and read the order from the service; believe nothing that the address says.',
    needsGenuine: false,
    check: (stage) => stage.takes(stage.get()),
  },
];

const worstOf = (findings: readonly RuleResult[]): RuleResult =>
  findings.find(({ held }) => !held) ?? { held: true, seen: `${findings.length} of ${findings.length} acknowledged.` };

/** Whether a rule is tested: one about GET is only for orders that request it. */
export const isAskedFor = ({ id }: ConformanceRule, { endpoint }: Stage): boolean => id !== 'get' || endpoint.byGet;
