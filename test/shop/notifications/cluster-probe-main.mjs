/**
 * Two workers of one cluster (PM2's cluster mode), which try their own route at the same time, again and again. Prints in
 * JSON how many answers were those of the other worker, or none.
 */
import cluster from 'node:cluster';
import { probe } from '../../../dist/modules/shop/notifications/startup-check/boot-check.request.js';

const WORKERS = 2;
const TIMES = 40;

if (cluster.isPrimary) {
  let [ready, ended, wrong] = [0, 0, 0];
  const take = (message) => {
    if (message === 'ready') {
      ready += 1;
      if (ready === WORKERS) for (const worker of Object.values(cluster.workers)) worker.send('begin');
      return;
    }
    wrong += message;
    ended += 1;
    if (ended < WORKERS) return;
    console.log(JSON.stringify({ wrong, of: WORKERS * TIMES }));
    cluster.disconnect();
  };
  for (let number = 0; number < WORKERS; number += 1) cluster.fork().on('message', take);
} else {
  const own = String(process.pid);
  const app = (_request, response) => response.end(own);
  process.once('message', async () => {
    let wrong = 0;
    for (let count = 0; count < TIMES; count += 1) {
      const answer = await probe('express', app, { path: '/', headers: {}, body: '{}' }).catch(() => null);
      if (answer?.body !== own) wrong += 1;
    }
    process.send(wrong);
  });
  process.send('ready');
}
