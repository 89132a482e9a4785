/** The service's side of the orders bench: it answers after a delay, and every created order is paid. */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { orderBody } from '../../dist/esm/testing/index.js';
import { listenLocally } from '../../test/support/listen-locally.mjs';
import { serveParent } from '../support/processes.mjs';

const ORDER = /^\/v1\/json\/orders\/([^/?]+)/;
const AMOUNT = 1_250;
let thinksMs = 0;

const transactionIdOf = (orderId) => String(1_700_000_000_000_000 + Number(/\d+$/.exec(orderId)[0]));

function answerTo(request, body) {
  const orderId = ORDER.exec(request.url)?.[1];
  if (request.method === 'GET')
    return orderBody({ orderId, amount: AMOUNT, at: Date.now(), transactionId: transactionIdOf(orderId) });
  const made = JSON.parse(body).order_id;
  return { order_id: made, payment_url: `http://127.0.0.1:9/pay/${made}`, session_id: `S-${made}` };
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (thinksMs > 0) await pause(thinksMs);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: true, data: answerTo(request, body) }));
});
// While other variants run, connections are idle for longer than Node's five seconds.
server.keepAliveTimeout = 600_000;
const { url, close } = await listenLocally(server);

serveParent(
  { url },
  (message) => {
    ({ thinksMs } = message);
    return {};
  },
  close,
);
