/**
 * A proxy of the service: records when each refund has arrived completely and is answered, and loses the requests or
 * answers that `fateOf` selects.
 */
import { createServer, request } from 'node:http';
import { listenLocally } from '../../test/support/listen-locally.mjs';

const REFUND = /\/orders\/([^/?]+)\/refunds/;

/**
 * @param {string} serviceUrl
 * @param {(orderId: string, nth: number) => 'pass' | 'lose request' | 'lose answer'} [fateOf] of the nth refund request of an
 *   order, counted from 1
 */
export async function startFront(serviceUrl, fateOf = () => 'pass') {
  const { hostname: host, port } = new URL(serviceUrl);
  const arrivals = [];
  const seen = new Map();

  const fate = (url, outgoing) => {
    const orderId = REFUND.exec(url)?.[1];
    if (orderId === undefined) return 'pass';
    const arrival = { orderId, at: performance.now(), answeredAt: NaN };
    arrivals.push(arrival);
    outgoing.once('close', () => {
      arrival.answeredAt = performance.now();
    });
    seen.set(orderId, (seen.get(orderId) ?? 0) + 1);
    return fateOf(orderId, seen.get(orderId));
  };

  const server = createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method, url, headers } = incoming;
    const what = fate(url, outgoing);
    if (what === 'lose request') return outgoing.destroy();
    const passed = request({ host, port, method, path: url, headers, agent: false }, (answer) => {
      if (what === 'lose answer') return void answer.resume().on('end', () => outgoing.destroy());
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy()).end(Buffer.concat(chunks));
  });
  return { arrivals, ...(await listenLocally(server)) };
}
