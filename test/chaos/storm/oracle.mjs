/**
 * What must never be, judged by three witnesses only: what the service wrote down, what stands in the shop's database, and
 * what the sink was told. The module itself is not asked.
 */
import { faultsInBooks, reportedOutside, reportedTooOften } from '../traffic/books.mjs';
import { groupBy } from '../support/group-by.mjs';
import { readLedger } from '../support/ledger.mjs';
import { refundFaults } from './oracle-refunds.mjs';

const SHOWN = 3;
/** What was altered or forged on its way; nothing of it may be stored. */
const FORGED = new Set(['corrupt', 'wrong-key']);
const ATTEMPTS = `SELECT a.service_order_id AS soid, a.number AS number, o.attempt AS latest, o.order_id AS oid, o.status AS status, o.amount AS amount,
  o.amount_refunded AS refunded, a.create_state AS made, p.state AS polls, p.attempts AS tries, p.last_error AS error
  FROM tillbridge_attempt a JOIN tillbridge_order o ON o.group_name = a.group_name AND o.order_id = a.order_id
  LEFT JOIN tillbridge_poll p ON p.group_name = a.group_name AND p.service_order_id = a.service_order_id`;

/** A sentence for what was found so often, with a few of them; none for nothing. */
export const findings = (invariant, what, cases) =>
  cases.length === 0 ? [] : [`${invariant}: ${cases.length} ${what}: ${cases.slice(0, SHOWN).join('; ')}`];

const keyOf = ({ orderId, timestamp, body }) => `${orderId} ${timestamp} ${body}`;

/** S9, S7: each delivery that was acknowledged has its row, and none that was forged has one. */
async function inboxFaults(dataSource, { deliveries }) {
  const rows = await dataSource.query('SELECT order_id, signed_at, body FROM tillbridge_notification');
  const stored = new Set(
    rows.map(({ order_id: orderId, signed_at: at, body }) =>
      keyOf({ orderId, timestamp: Number(at) / 1_000, body: Buffer.from(body, 'base64').toString() }),
    ),
  );
  const isForged = ({ fault }) => FORGED.has(fault);
  const acknowledged = deliveries.filter(({ verdict }) => verdict === 'acknowledged');
  const lost = acknowledged.filter((delivery) => !stored.has(keyOf(delivery)));
  const forged = acknowledged.filter(isForged);
  const name = ({ orderId, timestamp }) => `${orderId} at ${timestamp}`;
  return {
    acknowledged: acknowledged.length,
    notifications: deliveries.length,
    violations: [
      ...findings('S9', 'acknowledged and not stored', lost.map(name)),
      ...findings('S7', 'forged and acknowledged', forged.map(name)),
    ],
  };
}

/**
 * Money has come, whatever became of it later. An order of several attempts is what the paid one is, else the last that
 * reached the service; of those after it nothing can be known, and nothing, or the word of that one, is said.
 */
const PAID = new Set(['completed', 'shipped', 'partial_refunded', 'refunded', 'chargedback']);
function decisive(attempts) {
  const paid = attempts.filter(({ there }) => PAID.has(there?.status));
  if (paid.length > 0) return paid;
  const reached = Math.max(0, ...attempts.filter(({ there }) => there).map(({ ours }) => ours.number));
  return attempts.filter(({ ours }) => ours.number >= reached);
}

const describeAttempt = ({ ours, there }, reported) =>
  `${ours.soid} is ${ours.status} ${ours.refunded} here and ${there?.status ?? 'unknown'} ${there?.refunded ?? 0} there ` +
  `(${ours.made}, polls ${ours.polls} after ${ours.tries} failures: ${ours.error}; the service reported it: ` +
  `${reported.map(({ cause, state, rounds }) => `${cause} ${state} in ${rounds}`).join(', ')})`;

/**
 * Orders that end otherwise than at the service: what is left of L2. `inVain`: what the service told last of it was never
 * acknowledged, however often it tried; the shop can only learn of it by comparing the books.
 *
 * @returns {Promise<{ text: string, inVain: boolean }[]>}
 */
export async function astray(dataSource, ledger) {
  const { orders: there, reported } = readLedger(ledger);
  const reportedFor = groupBy(reported, ({ orderId }) => orderId);
  const rows = await dataSource.query(ATTEMPTS);
  const known = new Map(rows.map((row) => [row.soid, row]));
  const strangers = there.filter(({ orderId }) => !known.has(orderId));
  const end = new Map(there.map((each) => [each.orderId, each]));
  const attempts = rows.map((ours) => ({ ours, there: end.get(ours.soid) }));
  const orders = [...groupBy(attempts, ({ ours }) => ours.oid).values()];
  const other = orders.filter((each) => !decisive(each).some(isSame));
  return [
    ...strangers.map(({ orderId, status }) => ({
      text: `${orderId} is unknown here and ${status} there`,
      inVain: false,
    })),
    ...other.map((each) => {
      const attempt = decisive(each).at(-1);
      const about = reportedFor.get(attempt.ours.soid) ?? [];
      return { text: describeAttempt(attempt, about), inVain: about.at(-1)?.state === 'exhausted' };
    }),
  ];
}

const isSame = ({ ours, there }) =>
  ours.status === (there?.status ?? null) && Number(ours.refunded) === (there?.refunded ?? 0);

/** S10: an order is worth here what it is worth there. */
async function amountFaults(dataSource, { orders }) {
  const attempts = new Map((await dataSource.query(ATTEMPTS)).map((row) => [row.soid, row]));
  const other = orders.filter(
    ({ orderId, amount }) => attempts.has(orderId) && Number(attempts.get(orderId).amount) !== amount,
  );
  const names = other.map(({ orderId }) => orderId);
  return findings('S10', 'orders of another amount', names);
}

/** S5 and S6, and what must have happened by now. */
async function effectFaults({ dataSource, sink }, { comings }) {
  const books = await faultsInBooks(dataSource);
  const outside = await reportedOutside(dataSource, sink);
  const entries = (faults, invariant) => Object.entries(faults).map(([what, rows]) => `${invariant}: ${rows} ${what}`);
  return {
    repeats: outside.repeats,
    violations: [
      ...entries(books.twice, 'S5'),
      ...findings('S5', 'orders told twice of one thing', await reportedTooOften(dataSource, comings)),
      ...entries(outside.twice, 'S6'),
      ...entries(books.lost, 'L1, L4'),
      ...entries(outside.lost, 'L4'),
    ],
  };
}

/** @returns {Promise<{ violations: string[], counts: object }>} */
export async function judge({ dataSource, ledger: file, sink, apartMs }) {
  const ledger = readLedger(file);
  const inbox = await inboxFaults(dataSource, ledger);
  const refunds = await refundFaults(dataSource, ledger, apartMs);
  const effects = await effectFaults({ dataSource, sink }, ledger);
  return {
    violations: [
      ...refunds.violations,
      ...effects.violations,
      ...inbox.violations,
      ...(await amountFaults(dataSource, ledger)),
      ...findings(
        'L2',
        'orders that end otherwise than at the service',
        (await astray(dataSource, file)).map(({ text }) => text),
      ),
    ],
    counts: {
      notifications: inbox.notifications,
      acknowledged: inbox.acknowledged,
      ordersAtService: ledger.orders.length,
      repeats: effects.repeats,
      ...refunds.counts,
    },
  };
}
