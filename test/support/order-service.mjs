/**
 * A payment order service that accepts every order and answers as the test sets it, to any number of callers at once.
 */
import { createServer } from 'node:http';
import { listenLocally } from './listen-locally.mjs';

const REFUND = /^POST \/v1\/json\/orders\/[^/?]+\/refunds\b/;
const CREATE = /^POST \/v1\/json\/orders\b/;
const READ = /^GET \/v1\/json\/orders\/([^/?]+)/;
const LIST = /^GET \/v1\/json\/transactions\b/;
/** An empty list of transactions: each order has to be read. */
const EMPTY = [200, { success: true, data: [], pager: null }];

async function read(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

const refusal = (code) => [404, { success: false, data: {}, error_code: code, error_info: 'Not found' }];
const created = (orderId) => {
  const data = { order_id: orderId, session_id: `s-${orderId}`, payment_url: `http://localhost:4000/pay/${orderId}` };
  return [200, { success: true, data }];
};

/** See the types. */
export async function startOrderService() {
  const orders = new Map();
  const readsOf = new Map();
  const calls = [];
  const state = {
    reads: 0,
    creates: 0,
    refunds: 0,
    hangs: false,
    before: null,
    refusesReads: null,
    refusesOnly: null,
  };
  const answerTo = (call, body) => {
    if (REFUND.test(call)) return [200, { success: true, data: { transaction_id: 1, refund_id: ++state.refunds } }];
    const orderId = decodeURIComponent(READ.exec(call)?.[1] ?? '');
    calls.push({ at: performance.now(), orderId, isCreate: CREATE.test(call) });
    if (CREATE.test(call)) {
      state.creates += 1;
      return created(JSON.parse(body).order_id);
    }
    const isMeant = state.refusesOnly === null || state.refusesOnly === orderId;
    if (state.refusesReads !== null && isMeant) return [state.refusesReads.status, {}, state.refusesReads.headers];
    if (LIST.test(call)) return EMPTY;
    state.reads += 1;
    readsOf.set(orderId, (readsOf.get(orderId) ?? 0) + 1);
    const order = orders.get(orderId);
    return order ? [200, { success: true, data: order }] : refusal(1006);
  };
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const call = `${request.method} ${request.url}`;
    if (state.before !== null && (REFUND.test(call) || READ.test(call)))
      await state.before(REFUND.test(call) ? 'refund' : 'read');
    const [status, answer, headers] = answerTo(call, body);
    if (state.hangs && answer !== EMPTY[1]) return;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(answer));
  });
  return { ...(await listenLocally(server)), orders, calls, readsOf, state };
}
