/** The minimum by hand: `node:http`, the signature, one insert for each notification, the answer. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import mysql from 'mysql2';
import { serveParent } from '../support/processes.mjs';

const { BENCH_KEY: key, BENCH_DATABASE: database } = process.env;
const pool = mysql.createPool({ uri: database, connectionLimit: 16 });

function isAuthentic(auth, body) {
  const [timestamp, mac] = Buffer.from(auth, 'base64').toString().split(':');
  const expected = createHmac('sha512', key).update(`${timestamp}:`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(mac, 'hex'));
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => void chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    if (!isAuthentic(request.headers.auth, body)) return response.writeHead(401).end('no');
    const { order_id } = JSON.parse(body.toString());
    const row = [randomUUID(), order_id, body.toString('base64')];
    pool.execute('INSERT INTO bench_hand_written (id, order_id, body) VALUES (?, ?, ?)', row, (error) => {
      response.writeHead(error ? 503 : 200, { 'content-type': 'text/plain' }).end(error ? 'later' : 'OK');
    });
  });
});
server.listen(0, '127.0.0.1', () => {
  serveParent(
    { url: `http://127.0.0.1:${server.address().port}` },
    () => ({}),
    () => process.exit(),
  );
});
