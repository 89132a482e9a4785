/** What the service has written down of its own, read from its file; nothing here asks the shop. */
import Database from 'better-sqlite3';

const ORDERS = `SELECT order_id AS orderId, status, amount, amount_refunded AS refunded, currency FROM sandbox_order`;
const REFUNDS = `SELECT t.refund_order_id AS tag, t.amount, t.status, t.created_at AS at, o.order_id AS orderId
  FROM sandbox_transaction t JOIN sandbox_order o ON o.id = t.order_key WHERE t.type = 'refund' ORDER BY t.created_at, t.id`;
const DELIVERIES = `SELECT d.timestamp, d.body, d.verdict, d.fault, o.order_id AS orderId
  FROM sandbox_delivery d JOIN sandbox_order o ON o.id = d.order_key WHERE d.method = 'POST'`;

/** @returns {{ orders: object[], refunds: object[], deliveries: object[] }} refunds by age */
export function readLedger(file) {
  const database = new Database(file, { readonly: true });
  try {
    const all = (sql) => database.prepare(sql).all();
    return { orders: all(ORDERS), refunds: all(REFUNDS), deliveries: all(DELIVERIES) };
  } finally {
    database.close();
  }
}
