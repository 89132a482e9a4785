/** What lies outside of the database: a mail server, an ERP. Counts what it is told, by the stable id of the effect. */
import { once } from 'node:events';
import { createServer } from 'node:http';

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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
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
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
