/** Every page of the dashboard, with typical searches; pages of one row with an example. */

const one = async (source, sql) => (await source.query(`SELECT id FROM ${sql}`))[0]?.id;

/** An id from the middle of the table. */
async function middle(source, table) {
  const [{ n }] = await source.query(`SELECT COUNT(*) AS n FROM ${table}`);
  return one(source, `${table} ORDER BY id LIMIT 1 OFFSET ${Math.floor(Number(n) / 2)}`);
}

/** @returns {Promise<Record<string, string>>} name and path below the dashboard's address */
export async function pagesOf({ url, source }) {
  const orders = await (await fetch(`${url}/orders`)).text();
  const next = (html) => /rel="next" href="([^"]+)"/.exec(html)?.[1].replaceAll('&amp;', '&');
  const pathOf = (address) => address.slice(new URL(url).pathname.length);
  const manual = await one(source, "tillbridge_refund WHERE state = 'manual' LIMIT 1");
  const queued = await one(source, "tillbridge_refund WHERE state = 'queued' LIMIT 1");
  const batch = await one(source, 'tillbridge_refund_batch ORDER BY id DESC LIMIT 1');
  const after = await middle(source, 'tillbridge_refund');
  return {
    overview: '',
    orders: '/orders',
    'orders, next page': pathOf(next(orders)),
    'orders, by status': '/orders?status=declined',
    'orders, by group and status': '/orders?group=kiosk&status=declined',
    'orders, that need attention': '/orders?attention=any',
    'orders, by method': '/orders?method=BIZUM',
    'orders, by method and status': '/orders?method=VISA&status=declined',
    'orders, by amounts': '/orders?least=10.00&most=50&currency=EUR',
    'orders, by the beginning of an id': '/orders?search=S-0000012',
    'orders, nothing found': '/orders?search=nothing-like-that',
    'one order': '/orders/order?group=web&id=S-00000000',
    notifications: '/notifications',
    'notifications, unmatched': '/notifications?state=unmatched',
    refunds: '/refunds',
    'refunds, from the middle': `/refunds?after=${after}`,
    'refunds, by state': '/refunds?state=settled',
    'refunds, that wait': '/refunds?state=queued',
    'refunds, by group and state': '/refunds?group=till&state=cancelled',
    'refunds, by order': '/refunds?order=S-00000000',
    'refunds, of a batch': `/refunds?batch=${batch}`,
    'one refund, for a person': `/refunds/${manual}`,
    'one refund, that waits': `/refunds/${queued}`,
    batches: '/refunds/batches',
    'one batch': `/refunds/batches/${batch}`,
    audit: '/audit',
    settings: '/settings',
  };
}
