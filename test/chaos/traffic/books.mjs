/** What stands in the database and in the sink when everything is over, and what is wrong with it. */

const MONEY_KINDS = "('completed', 'paid_after_cancel')";

/** Rows, as one number. */
export async function count(dataSource, from) {
  const [row] = await dataSource.query(`SELECT COUNT(*) AS n FROM ${from}`);
  return Number(row.n);
}

/** Lists that must be empty: what happened more than once. Each is a subquery of ids. */
const TWICE = {
  'a version of an order twice': `(SELECT order_id FROM tillbridge_transition GROUP BY order_id, version HAVING COUNT(*) > 1) x`,
  'an order paid twice': `(SELECT order_id FROM tillbridge_transition WHERE kind IN ${MONEY_KINDS} GROUP BY order_id HAVING COUNT(*) > 1) x`,
  'a transition booked twice': `(SELECT transition_id FROM shop_booking GROUP BY transition_id HAVING COUNT(*) > 1) x`,
  'an effect queued twice': `(SELECT transition_id FROM tillbridge_outbox GROUP BY transition_id, effect HAVING COUNT(*) > 1) x`,
};

/** What was told more than once of an attempt, with what it is called at the service; each may expire for itself. */
const REPORTED_TWICE = `SELECT t.order_id, a.service_order_id AS soid, t.kind, COUNT(*) AS times FROM tillbridge_transition t
  LEFT JOIN tillbridge_observation o ON o.id = t.observation_id
  LEFT JOIN tillbridge_attempt a ON a.group_name = t.group_name AND a.order_id = t.order_id AND a.number = o.attempt
  WHERE t.refund IS NULL GROUP BY t.order_id, a.service_order_id, t.kind, t.amount_refunded HAVING COUNT(*) > 1`;

/** What should have happened and did not. */
const LOST = {
  'notifications not done': `tillbridge_notification WHERE state <> 'done'`,
  'effects not done': `tillbridge_outbox WHERE state <> 'done'`,
  // The handlers of this shop book payments; refunds are told to others.
  'transitions without a booking': `tillbridge_transition t WHERE t.refund IS NULL AND NOT EXISTS (SELECT 1 FROM shop_booking b WHERE b.transition_id = t.id)`,
  'transitions without a queued effect': `tillbridge_transition t WHERE t.refund IS NULL AND NOT EXISTS (SELECT 1 FROM tillbridge_outbox o WHERE o.transition_id = t.id)`,
  'transitions missing from a count': `(SELECT order_id FROM tillbridge_transition GROUP BY order_id HAVING COUNT(*) <> MAX(version)) x`,
};

async function found(dataSource, questions) {
  const faults = {};
  for (const [what, from] of Object.entries(questions)) {
    const rows = await count(dataSource, from);
    if (rows > 0) faults[what] = rows;
  }
  return faults;
}

/** What became of an order, version by version, in a line: to be shown beside what is wrong with it. */
async function storyOf(dataSource, orderId) {
  const steps = await dataSource.query(
    `SELECT t.version, t.kind, t.amount_refunded AS refunded, t.source, o.attempt FROM tillbridge_transition t
      LEFT JOIN tillbridge_observation o ON o.id = t.observation_id WHERE t.order_id = '${orderId}' ORDER BY t.version`,
  );
  const violations = steps.map(
    ({ version, kind, refunded, source, attempt }) =>
      `${version} ${kind} ${refunded} (${source} of ${attempt ?? 'none'})`,
  );
  return `${orderId}: ${violations.join(', ')}`;
}

/**
 * The stories of orders of which a status was told more often than they came to it.
 *
 * @param comings - how often an order came to a status at the service, by `order_id status`; once where it does not say
 */
export async function reportedTooOften(dataSource, comings = new Map()) {
  const rows = await dataSource.query(REPORTED_TWICE);
  const tooOften = rows.filter(({ soid, kind, times }) => Number(times) > (comings.get(`${soid} ${kind}`) ?? 1));
  return Promise.all(tooOften.map((row) => storyOf(dataSource, row.order_id)));
}

/** Orders whose end is not what the service says of them. */
async function astray(dataSource, expected) {
  const rows = await dataSource.query('SELECT order_id, status, amount_refunded, paid_at FROM tillbridge_order');
  const found = new Map(rows.map((row) => [row.order_id, row]));
  return [...expected].filter(([orderId, { status, refunded, paid }]) => {
    const row = found.get(orderId);
    return !row || row.status !== status || Number(row.amount_refunded) !== refunded || (row.paid_at !== null) !== paid;
  });
}

/** What the books say was lost and what happened twice, by what it is; all counts of rows. */
export async function faultsInBooks(dataSource) {
  return { lost: await found(dataSource, LOST), twice: await found(dataSource, TWICE) };
}

/** What the world was told, beside what it was to be told. */
export async function reportedOutside(dataSource, sink) {
  const queued = await count(dataSource, 'tillbridge_outbox');
  const all = [...sink.deliveries.values()];
  const transitions = new Set(all.map(({ transitionId }) => transitionId));
  return {
    lost: all.length < queued ? { 'effects that never got out': queued - all.length } : {},
    twice: transitions.size < all.length ? { 'transitions told under two ids': all.length - transitions.size } : {},
    /** Allowed where processes die: at least once, under one id. */
    repeats: all.filter(({ times }) => times > 1).length,
  };
}

/**
 * Checks the books. `expected` is the end of each order by its id, `kept` how many requests were acknowledged.
 *
 * @returns figures, and what was lost and what happened twice, by what it is
 */
export async function audit(dataSource, { sink, expected, kept }) {
  const transitions = await count(dataSource, 'tillbridge_transition WHERE refund IS NULL');
  const rows = await count(dataSource, 'tillbridge_notification');
  const outside = await reportedOutside(dataSource, sink);
  const strays = await astray(dataSource, expected);
  const { lost, twice } = await faultsInBooks(dataSource);
  const tooOften = await reportedTooOften(dataSource);
  return {
    transitions,
    effectsInDatabase: await count(dataSource, 'shop_booking'),
    effectsOutside: sink.deliveries.size,
    lost: {
      ...lost,
      ...outside.lost,
      ...(rows < kept ? { 'acknowledged and not stored': kept - rows } : {}),
      ...(strays.length > 0 ? { [`orders that end wrong, such as ${strays[0][0]}`]: strays.length } : {}),
    },
    twice: {
      ...twice,
      ...outside.twice,
      ...(tooOften.length > 0 ? { [`statuses told twice, such as ${tooOften[0]}`]: tooOften.length } : {}),
      ...(outside.repeats > 0 ? { 'effects told more than once': outside.repeats } : {}),
    },
  };
}
