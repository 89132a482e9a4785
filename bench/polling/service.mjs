/** The service's side of the polling bench: orders that are paid, and orders that wait and are in the list. */
import { createServer } from 'node:http';
import { orderBody } from '../../dist/esm/testing/index.js';
import { listenLocally } from '../../test/support/listen-locally.mjs';

const AMOUNT = 1250;
const ORDER = /^\/v1\/json\/orders\/([^/?]+)/;

const transactionIdOf = (orderId) => String(1_700_000_000_000_000 + Number(orderId.slice(2)));

/** An item of the list for an order that is not paid yet. */
const itemOf = ({ orderId, openedAt }) => ({
  transaction_id: transactionIdOf(orderId),
  order_id: orderId,
  type: 'payment',
  status: 'initialized',
  financial_status: 'initialized',
  amount: AMOUNT,
  currency: 'EUR',
  payment_method: 'IDEAL',
  created: new Date(openedAt).toISOString(),
});

/** @returns a service whose list shows the orders in `listed`, newest first, on one page */
export async function startService() {
  const state = { calls: 0, listed: [] };
  const server = createServer((request, response) => {
    state.calls += 1;
    const orderId = ORDER.exec(request.url)?.[1];
    const at = Date.now();
    const data = orderId
      ? orderBody({ orderId, amount: AMOUNT, at, transactionId: transactionIdOf(orderId) })
      : state.listed.map(itemOf);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: true, data, ...(orderId ? {} : { pager: null }) }));
  });
  return { state, ...(await listenLocally(server)) };
}
