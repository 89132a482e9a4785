/** Refunds, judged by what the service has booked: S1 to S4, T1 and L3 (design §8). */
import { groupBy } from '../support/group-by.mjs';
import { findings } from './oracle.mjs';

/** Between two arrivals, by the clock of the database. What two replicas misread of it comes off where they take turns. */
const SPACING_MS = 1_000;
const EQUAL_GAP_MS = 300_000;
const REFUNDS = `SELECT id, tag, order_id AS oid, state, reason FROM tillbridge_refund WHERE origin = 'shop'`;
/** Refunds whose acceptance was seen at once: of the others no one can say when they arrive. */
const ANSWERED = `SELECT DISTINCT r.tag AS tag FROM tillbridge_refund_evidence e JOIN tillbridge_refund r ON r.id = e.refund_id
  WHERE e.kind = 'answer' AND e.outcome = 'accepted'`;
/** How often each state may stand for something that the service has booked. */
const BOOKED = { accepted: [1], settled: [1], rejected: [0], cancelled: [0], manual: [0, 1] };

/** Neighbours of a list. */
const pairs = (rows) => rows.slice(1).map((row, index) => [rows[index], row]);

const nameOf = ([one, other]) => `${one.tag} and ${other.tag}, ${other.at - one.at} ms apart`;

function spacingFaults(own, { answered, apartMs }) {
  const close = pairs(own).filter(([one, other]) => other.at - one.at < SPACING_MS - apartMs);
  const received = close.filter((pair) => pair.every(({ tag }) => answered.has(tag)));
  const equal = [...groupBy(own, ({ orderId, amount }) => `${orderId} ${amount}`).values()].flatMap(pairs);
  return [
    ...findings('S3', `refunds less than ${SPACING_MS - apartMs} ms apart`, received.map(nameOf)),
    ...findings(
      'S4',
      'equal refunds less than five minutes apart',
      equal.filter(([one, other]) => one.tag !== other.tag && other.at - one.at < EQUAL_GAP_MS).map(nameOf),
    ),
  ];
}

function sumFaults({ orders, refunds }) {
  const sums = new Map();
  for (const { orderId, amount, status } of refunds) {
    if (status !== 'declined') sums.set(orderId, (sums.get(orderId) ?? 0) + amount);
  }
  const over = orders.filter(({ orderId, amount }) => (sums.get(orderId) ?? 0) > amount);
  return findings(
    'S2',
    'orders of which more went back than was paid',
    over.map(({ orderId }) => orderId),
  );
}

/**
 * @param apartMs by how much replicas misread the database's clock at most
 * @returns {Promise<{ violations: string[], counts: object }>}
 */
export async function refundFaults(dataSource, ledger, apartMs) {
  const rows = await dataSource.query(REFUNDS);
  const answered = new Set((await dataSource.query(ANSWERED)).map(({ tag }) => tag));
  const own = ledger.refunds.filter(({ tag }) => tag !== null);
  const booked = groupBy(own, ({ tag }) => tag);
  const double = [...booked].filter(([, copies]) => copies.length > 1);
  const wrong = rows.filter(({ tag, state }) => !(BOOKED[state] ?? [0, 1]).includes(booked.get(tag)?.length ?? 0));
  const open = rows.filter(({ state }) => !(state in BOOKED));
  const known = new Set(rows.map(({ tag }) => tag));
  const foreign = own.filter(({ tag }) => !known.has(tag));
  const describe = ({ tag, oid, state, reason }) => `${tag} of ${oid}, ${state} ${reason ?? ''}`;
  return {
    violations: [
      ...findings(
        'S1',
        'refunds paid twice',
        double.map(([tag]) => tag),
      ),
      ...sumFaults(ledger),
      ...spacingFaults(own, { answered, apartMs }),
      ...findings('T1', 'refunds whose state is not that of the service', wrong.map(describe)),
      ...findings(
        'S12',
        'refunds that the shop knows nothing of',
        foreign.map(({ tag }) => tag),
      ),
      ...findings('L3', 'refunds that have come to no end', open.map(describe)),
    ],
    counts: {
      refunds: rows.length,
      refundsAccepted: own.length,
      manual: rows.filter(({ state }) => state === 'manual').length,
      closestMs: Math.min(
        ...pairs(own).flatMap(([one, other]) =>
          answered.has(one.tag) && answered.has(other.tag) ? [other.at - one.at] : [],
        ),
      ),
    },
  };
}
