/** The visit of one shopper: the shop creates an order, the shopper opens the page and pays. */
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PAID = 'method=IDEAL&outcome=paid';

/**
 * @param {import('undici').Pool} pool
 * @param {{ apiKey: string, notificationUrl: string, orderId: string }} about
 * @returns {Promise<{ create: number, page: number, pay: number }>} milliseconds of each step
 * @throws Error if an answer is not the expected one
 */
export async function visit(pool, { apiKey, notificationUrl, orderId }) {
  const order = {
    type: 'redirect',
    order_id: orderId,
    gateway: 'IDEAL',
    currency: 'EUR',
    amount: 4_599,
    description: 'Bench',
    payment_options: { notification_url: notificationUrl, redirect_url: 'http://127.0.0.1/thanks' },
  };
  const headers = { api_key: apiKey, 'content-type': 'application/json' };
  const create = await timed(pool, { path: '/v1/json/orders', method: 'POST', headers, body: JSON.stringify(order) });
  expectStatus(create, 200);
  const { pathname: path } = new URL(JSON.parse(create.text).data.payment_url);
  const page = await timed(pool, { path, method: 'GET' });
  expectStatus(page, 200);
  const pay = await timed(pool, { path, method: 'POST', headers: FORM, body: PAID });
  expectStatus(pay, 303);
  return { create: create.ms, page: page.ms, pay: pay.ms };
}

async function timed(pool, request) {
  const startedAt = performance.now();
  const { statusCode, body } = await pool.request(request);
  const text = await body.text();
  return { status: statusCode, text, ms: performance.now() - startedAt, path: request.path };
}

function expectStatus({ status, path, text }, expected) {
  if (status !== expected) throw new Error(`${path} was answered with ${status}: ${text.slice(0, 200)}`);
}
