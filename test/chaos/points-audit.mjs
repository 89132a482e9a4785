/** The oracle of the trials with named faults: the service's ledger, the database and the sink, and what each says of the others. */
import { readLedger } from './support/ledger.mjs';
import { outsideFaults } from './support/outside.mjs';
import { audit } from './traffic/books.mjs';

/** An effect after the commit runs at least once, under one id (promise 2): a kill may make it run twice. */
const MAY_REPEAT = 'effects told more than once';

/** What the service has given back, refund by refund. */
async function givenBack(stage, orderId) {
  const { related_transactions: related } = await stage.bodyOf(orderId);
  return (related ?? []).filter(({ type }) => type === 'refund').map(({ order_id: tag }) => String(tag));
}

async function refundFaults(stage) {
  const faults = [];
  for (const orderId of stage.orders) {
    const wanted = stage.refunds.get(orderId) ?? 0;
    const { amountRefunded } = await stage.service.sandbox.order(orderId);
    if (amountRefunded !== wanted) faults.push(`${orderId}: ${amountRefunded} given back instead of ${wanted}`);
    if (wanted === 0) continue;
    const row = await stage.refundOf(orderId);
    const tags = await givenBack(stage, orderId);
    if (tags.length > 1) faults.push(`${orderId}: given back ${tags.length} times`);
    if (row.state !== 'accepted' && row.state !== 'settled') faults.push(`${orderId}: its refund ends ${row.state}`);
    for (const tag of tags) faults.push(...(await unwritten(stage, orderId, { tag, row })));
  }
  return faults;
}

/** Nothing leaves that was not written down before (design §8). */
async function unwritten(stage, orderId, { tag, row }) {
  if (tag !== row.tag) return [`${orderId}: the service has a refund ${tag} that no one wrote down`];
  const intents = await stage.count(`tillbridge_refund_evidence WHERE refund_id = '${row.id}' AND kind = 'intent'`);
  return intents === 0 ? [`${orderId}: sent without an intent`] : [];
}

async function lostNotifications(stage) {
  const rows = await stage.rows('SELECT order_id, signed_at FROM tillbridge_notification');
  const kept = new Set(rows.map((row) => `${row.order_id} ${Math.floor(Number(row.signed_at) / 1_000)}`));
  const lost = [...stage.acknowledged].filter((each) => !kept.has(each));
  return lost.map((each) => `acknowledged and not stored: ${each}`);
}

/** The orders at the end as the service has them. */
async function expected(stage) {
  const ends = new Map();
  for (const orderId of stage.orders) {
    const { status, amountRefunded } = await stage.service.sandbox.order(orderId);
    ends.set(orderId, { status, refunded: amountRefunded, paid: true });
  }
  return ends;
}

/** The trial as those outside saw it. */
const historyOf = ({ calls, deliveries, ledger, sink }) => ({
  calls,
  service: { ...readLedger(ledger), deliveries },
  sink: [...sink.deliveries.values()],
});

/** @returns faults in words, how often an effect was told again under its own id, and how many calls were judged from outside */
export async function auditStage(stage) {
  const { sink } = stage;
  const kept = stage.acknowledged.size;
  const books = await audit(stage.database, { sink, expected: await expected(stage), kept });
  const { [MAY_REPEAT]: repeats = 0, ...twice } = books.twice;
  const inWords = (faults) => Object.entries(faults).map(([what, rows]) => `${what}: ${rows}`);
  const faults = [
    ...inWords(books.lost),
    ...inWords(twice),
    ...(await lostNotifications(stage)),
    ...(await refundFaults(stage)),
    ...outsideFaults(historyOf(stage)),
  ];
  return { faults, repeats, calls: stage.calls.length };
}
