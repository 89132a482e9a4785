/**
 * The rows of a shop with a long past: which of the numbered orders have a row in each table, and its content. All
 * values follow from the number `n` of an order, so an engine fills itself. One year of orders, the newest now.
 */

const YEAR_MS = 31_536_000_000;
/** In per cent of the orders. */
const STATUSES = [
  ["'completed'", 78],
  ["'shipped'", 84],
  ["'declined'", 89],
  ["'cancelled'", 93],
  ["'expired'", 96],
  ["'initialized'", 98],
  ["'partial_refunded'", 100],
];
const GROUPS = [
  ["'web'", 70],
  ["'till'", 95],
  ["'kiosk'", 100],
];
/** One order in twenty was refunded, in part; states of these refunds in per cent. */
const REFUND_EVERY = 20;
const REFUNDS = [
  ["'settled'", 88],
  ["'accepted'", 91],
  ["'rejected'", 94],
  ["'cancelled'", 95],
  ["'unknown'", 96],
  ["'manual'", 97],
  ["'queued'", 100],
];
/** Refunds of one batch. */
const BATCH = 500;

/**
 * @param {ReturnType<import('./dialects.mjs').dialectOf>} sql
 * @param {{ orders: number, now: number }} world
 * @returns {{ table: string, every: number, columns: Record<string, string> }[]} `every`: how many orders share a row
 */
export function tablesOf(sql, { orders, now }) {
  const step = Math.max(1, Math.floor(YEAR_MS / orders));
  const at = `(${now - step * orders} + n * ${step})`;
  const group = sql.share('n', GROUPS);
  const status = sql.share(sql.whole('n', 7), STATUSES);
  const orderId = sql.join("'S-'", sql.pad('n', 8));
  const amount = '(1000 + n % 9000)';
  const own = { group_name: group, order_id: orderId };
  const money = { amount, currency: "'EUR'" };
  const times = { created_at: at, updated_at: at };
  const worked = { state: "'done'", attempts: '0', due_at: at, lease_until: '0' };
  const id = (tag) => sql.id(at, 'n', tag);
  const refundNumber = sql.whole('n', REFUND_EVERY);
  const refundState = sql.share(refundNumber, REFUNDS);
  const serviceRefundId = `CASE WHEN ${refundState} IN ('settled', 'accepted') THEN ${sql.join("'9'", sql.pad('n', 9))} END`;
  const batchAt = `(${at} - n % ${REFUND_EVERY * BATCH} * ${step})`;
  const batchId = sql.id(batchAt, sql.whole('n', REFUND_EVERY * BATCH), 'b00');
  const evidence = (tag, kind, outcome) => ({
    table: 'tillbridge_refund_evidence',
    every: REFUND_EVERY,
    columns: {
      id: id(tag),
      refund_id: id('f00'),
      kind: `'${kind}'`,
      attempt: '1',
      outcome: `'${outcome}'`,
      state: refundState,
      started_at: at,
      at,
    },
  });
  const observation = (tag, seen) => ({
    table: 'tillbridge_observation',
    every: 1,
    columns: {
      id: id(tag),
      ...own,
      attempt: '1',
      source: "'notification'",
      raw_status: seen,
      decision: "'transition'",
      reason: "'status'",
      observed_at: at,
    },
  });
  const notification = (tag, state) => ({
    table: 'tillbridge_notification',
    every: state === 'done' ? 1 : 1_000,
    columns: {
      id: id(tag),
      delivery_key: sql.join(id(tag), "'key'"),
      ...own,
      signed_at: at,
      key_id: "'0123abcd'",
      body: sql.join(`'{"order_id":"'`, orderId, `'","status":"completed","customer":{"email":"a@shop.example"}}'`),
      received_at: at,
      ...worked,
      state: `'${state}'`,
    },
  });
  return [
    {
      table: 'tillbridge_order',
      every: 1,
      columns: {
        ...own,
        mode: "'sandbox'",
        ...money,
        description: sql.join("'Order '", orderId, "', two mugs and a print'"),
        status,
        financial_status: status,
        transaction_id: sql.join("'4'", sql.pad('n', 12)),
        payment_method: "CASE WHEN n % 3 = 0 THEN 'VISA' WHEN n % 500 = 1 THEN 'BIZUM' ELSE 'IDEAL' END",
        amount_refunded: '0',
        paid_at: `CASE WHEN ${status} IN ('completed', 'shipped', 'partial_refunded') THEN ${at} END`,
        attention: "CASE WHEN n % 997 = 0 THEN 'amount_mismatch' END",
        ...times,
      },
    },
    {
      table: 'tillbridge_attempt',
      every: 1,
      columns: {
        ...own,
        service_order_id: orderId,
        number: '1',
        ...money,
        create_state: "'created'",
        request_fingerprint: "''",
        ...times,
      },
    },
    observation('a00', "'initialized'"),
    observation('a01', status),
    {
      table: 'tillbridge_transition',
      every: 1,
      columns: {
        id: id('c00'),
        ...own,
        version: '1',
        kind: status,
        status,
        ...money,
        amount_refunded: '0',
        source: "'notification'",
        recorded_at: at,
      },
    },
    {
      table: 'tillbridge_effect',
      every: 1,
      columns: { ...own, transition_id: id('c00'), effect: "'Stock.reserve'", phase: "'transaction'", recorded_at: at },
    },
    {
      table: 'tillbridge_outbox',
      every: 1,
      columns: {
        id: id('d00'),
        ...own,
        transition_id: id('c00'),
        version: '1',
        effect: "'Mail.send'",
        ...worked,
        state: "CASE WHEN n % 9973 = 0 THEN 'dead' ELSE 'done' END",
        created_at: at,
      },
    },
    notification('e00', 'done'),
    notification('e01', 'done'),
    notification('e02', 'unmatched'),
    notification('e03', 'parked'),
    {
      table: 'tillbridge_poll',
      every: 1,
      columns: {
        id: id('d01'),
        group_name: group,
        service_order_id: orderId,
        ...worked,
        state: `CASE WHEN ${status} = 'initialized' THEN 'pending' ELSE 'done' END`,
        due_at: `${at} + ${YEAR_MS}`,
        opened_at: at,
      },
    },
    {
      table: 'tillbridge_decision',
      every: 100,
      columns: {
        id: id('d02'),
        ...own,
        about: "'order'",
        decision: "'synced'",
        decided_by: "'ann'",
        why: "'the customer called'",
        decided_at: at,
      },
    },
    {
      table: 'tillbridge_refund',
      every: REFUND_EVERY,
      columns: {
        id: id('f00'),
        ...own,
        service_order_id: orderId,
        origin: "'shop'",
        refund_key: sql.join("'return-'", sql.pad('n', 8)),
        tag: sql.join("'r-'", id('f00')),
        amount: '(100 + n % 900)',
        currency: "'EUR'",
        description: "'Mug broken'",
        batch_id: batchId,
        state: refundState,
        attempts: '1',
        last_sent_at: at,
        arrived_by: at,
        next_read_at: 'NULL',
        service_refund_id: serviceRefundId,
        reason: `CASE WHEN ${refundState} = 'manual' THEN 'ambiguous' END`,
        asked_by: "'ann'",
        ...times,
      },
    },
    evidence('f01', 'intent', 'sending'),
    evidence('f02', 'answer', 'accepted'),
    evidence('f03', 'report', 'reserved'),
    {
      table: 'tillbridge_refund_batch',
      every: REFUND_EVERY * BATCH,
      columns: {
        id: sql.id(at, sql.whole('n', REFUND_EVERY * BATCH), 'b00'),
        group_name: "'web'",
        batch_key: sql.join("'returns-'", sql.pad('n', 8), "'.csv'"),
        fingerprint: "''",
        state: "'running'",
        size: `${BATCH}`,
        asked_by: "'ann'",
        ...times,
      },
    },
  ];
}
