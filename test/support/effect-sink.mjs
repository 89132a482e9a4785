/**
 * A system outside of the database, such as a mail server or an ERP. It counts what it receives, by the stable id of
 * the effect.
 */
import { createServer } from 'node:http';
import { listenLocally } from './listen-locally.mjs';

async function read(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

/** See the types. */
export async function startEffectSink() {
  const deliveries = new Map();
  const hanging = [];
  let hangs = false;
  const server = createServer(async (request, response) => {
    const effect = await read(request);
    const known = deliveries.get(effect.id);
    deliveries.set(effect.id, { ...effect, times: (known?.times ?? 0) + 1 });
    if (hangs) hanging.push(response);
    else response.end('{}');
  });
  return {
    ...(await listenLocally(server)),
    deliveries,
    get held() {
      return hanging.length;
    },
    hang() {
      hangs = true;
    },
    answer() {
      hangs = false;
      for (const response of hanging.splice(0)) response.end('{}');
    },
  };
}
