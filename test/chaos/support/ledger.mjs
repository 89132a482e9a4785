/** What the service has written down of its own, read from its file; nothing here asks the shop. */
import Database from 'better-sqlite3';

const ORDERS = `SELECT order_id AS orderId, status, amount, amount_refunded AS refunded, currency FROM sandbox_order`;
const REFUNDS = `SELECT t.refund_order_id AS tag, t.amount, t.status, t.created_at AS at, o.order_id AS orderId
  FROM sandbox_transaction t JOIN sandbox_order o ON o.id = t.order_key WHERE t.type = 'refund' ORDER BY t.created_at, t.id`;
const DELIVERIES = `SELECT d.timestamp, d.body, d.verdict, d.fault, o.order_id AS orderId
  FROM sandbox_delivery d JOIN sandbox_order o ON o.id = d.order_key WHERE d.method = 'POST'`;
const REPORTED = `SELECT o.order_id AS orderId, n.cause, n.state, n.rounds
  FROM sandbox_notification n JOIN sandbox_order o ON o.id = n.order_key ORDER BY n.id`;
const STATES = `SELECT o.order_id AS orderId, json_extract(s.data, '$.status') AS status
  FROM sandbox_order_snapshot s JOIN sandbox_order o ON o.id = s.order_key ORDER BY s.order_key, s.id`;

/** Ended unpaid is one outcome, in whichever word the method of payment reports it (design §7). */
const outcomeOf = (status) => (status === 'void' ? 'cancelled' : status);

/**
 * How often each order came to a status: who asks again for one that was left opens it again.
 *
 * @param states - of all orders, step by step, those of an order one after the other
 */
export function comingsIn(states) {
  const comings = new Map();
  for (const [index, { orderId, status }] of states.entries()) {
    const before = states[index - 1];
    if (before?.orderId === orderId && before.status === status) continue;
    const key = `${orderId} ${status}`;
    comings.set(key, (comings.get(key) ?? 0) + 1);
  }
  return comings;
}

/**
 * @returns {{ orders: object[], reported: object[], refunds: object[], deliveries: object[], states: object[], comings: Map<string, number> }} refunds by age; `reported`: what
 *   the shop was to be informed of each order, oldest first, and whether it ever acknowledged it;
 *   `states`: what each order was, step by step; `comings`: how often an order came to a status, by `order_id status`
 */
export function readLedger(file) {
  const database = new Database(file, { readonly: true });
  try {
    const all = (sql) => database.prepare(sql).all();
    const states = all(STATES).map(({ orderId, status }) => ({ orderId, status: outcomeOf(status) }));
    const comings = comingsIn(states);
    const orders = all(ORDERS).map((order) => ({ ...order, status: outcomeOf(order.status) }));
    return { orders, reported: all(REPORTED), refunds: all(REFUNDS), deliveries: all(DELIVERIES), states, comings };
  } finally {
    database.close();
  }
}
