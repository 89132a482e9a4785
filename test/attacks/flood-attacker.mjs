/** The attacker, a process of its own: keeps as many connections busy as it is told, until it is told to stop. */
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { gzipSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { serveParent } from '../../bench/support/processes.mjs';

const MB = 2 ** 20;
const NOTIFICATION = '/payments/notifications/web?transactionid=FORGED&timestamp=1';
const CHUNK = Buffer.alloc(64 * 1024, 0x61);
/** A connection that hears nothing for so long is given up, and made anew. */
const PATIENCE_MS = 5_000;

/** An `Auth` header of the right form and time, signed by no one. */
function forgedAuth() {
  const seconds = Math.floor(Date.now() / 1_000);
  return Buffer.from(`${seconds}:${randomBytes(64).toString('hex')}`).toString('base64');
}

function head(lines, { auth = forgedAuth(), path = NOTIFICATION, type = 'application/json' } = {}) {
  const all = [`POST ${path} HTTP/1.1`, 'host: shop.example', `content-type: ${type}`, `auth: ${auth}`, ...lines];
  return Buffer.from(`${all.join('\r\n')}\r\n\r\n`, 'latin1');
}

const whole = (body, lines = [], input = {}) =>
  Buffer.concat([head([`content-length: ${body.length}`, ...lines], input), body]);

const ORDER = Buffer.from(JSON.stringify({ order_id: 'FORGED', status: 'completed', filler: 'x'.repeat(1_200) }));
const chunked = (body) => Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
const manyHeaders = (count) => Array.from({ length: count }, (_, index) => `x-${index}: ${'y'.repeat(20)}`);

const MALFORMED = [
  '\0\0\0\0\r\n\r\n',
  'GET\r\n\r\n',
  `POST ${NOTIFICATION} HTTP/9.9\r\n\r\n`,
  `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
  `POST ${NOTIFICATION} HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST ${NOTIFICATION} HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n`,
  `POST ${NOTIFICATION} HTTP/1.1\r\nhost: a\r\ncontent-length: 1e9\r\n\r\n`,
  `POST ${NOTIFICATION} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n`,
  `POST ${NOTIFICATION} HTTP/1.1\r\nhost: a\r\n bad: folded\r\nx\0y: z\r\n\r\n`,
  `POST /payments/notifications/%zz%00?timestamp HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n`,
  randomBytes(2_000).toString('latin1'),
].map((text) => Buffer.from(text, 'latin1'));

/**
 * What one connection sends. `next` gives a request, `stream` how many megabytes follow it; without `once`, the next goes out
 * by the same connection as soon as something was answered.
 */
const KINDS = {
  'bodies of 10 MB': {
    connections: 200,
    stream: 10 * MB,
    next: () => head([`content-length: ${10 * MB}`]),
  },
  'bodies of 10 MB, in chunks': {
    connections: 200,
    stream: 10 * MB,
    next: () => head(['transfer-encoding: chunked']),
    frame: chunked,
  },
  'small forged requests': { connections: 64, next: () => whole(ORDER) },
  'without the form of an Auth header': { connections: 64, next: () => whole(ORDER, [], { auth: 'x'.repeat(176) }) },
  'deep JSON of 45 kB': {
    connections: 64,
    next: () => whole(Buffer.from('['.repeat(22_500) + ']'.repeat(22_500))),
  },
  'header bombs': {
    connections: 64,
    next: (index) =>
      index % 2 === 0 ? whole(ORDER, manyHeaders(450)) : head([`x-bomb: ${'z'.repeat(100_000)}`, 'content-length: 0']),
  },
  'gzip bombs': {
    connections: 32,
    next: () => whole(gzipSync(Buffer.alloc(10 * MB)), ['content-encoding: gzip']),
  },
  'malformed HTTP': { connections: 64, next: (index) => MALFORMED[index % MALFORMED.length], once: true },
};

/** Requests made beforehand: the attacker's processor time belongs to the flood. */
const SUPPLY = 64;
/** He is elsewhere in life: he must not take the processor from the database and the service. */
const LOW_PRIORITY = 10;
let counts;
let isOn = false;
const open = new Set();

function pump(socket, left, frame) {
  while (left > 0 && !socket.destroyed) {
    const isRoom = socket.write(frame);
    left -= CHUNK.length;
    if (!isRoom) return void socket.once('drain', () => pump(socket, left, frame));
  }
}

function attack({ host, port }, { supply, stream = 0, frame: toFrame = (chunk) => chunk, once = false }, index) {
  if (!isOn) return;
  const socket = connect(port, host);
  const frame = toFrame(CHUNK);
  open.add(socket);
  socket.setNoDelay(true).setTimeout(PATIENCE_MS, () => socket.destroy());
  const send = () => {
    counts.requests += 1;
    socket.write(supply[index++ % supply.length]);
    pump(socket, stream, frame);
  };
  socket.on('connect', send);
  socket.on('data', (bytes) => {
    const answers = bytes.toString('latin1').match(/HTTP\/1\.1 \d{3}/g) ?? [];
    for (const line of answers) counts.answers[line.slice(9)] = (counts.answers[line.slice(9)] ?? 0) + 1;
    if (answers.length > 0 && isOn && !once && stream === 0) send();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    open.delete(socket);
    // Not at once: a refused connection must not make this a loop without a pause.
    setImmediate(attack, { host, port }, { supply, stream, frame: toFrame, once }, index);
  });
}

function begin({ url, kinds }) {
  const { hostname: host, port } = new URL(url);
  isOn = true;
  counts = { requests: 0, answers: {} };
  for (const name of kinds) {
    const { next, connections, ...kind } = KINDS[name];
    const supply = Array.from({ length: SUPPLY }, (_, index) => next(index));
    for (let each = 0; each < connections; each += 1) attack({ host, port }, { ...kind, supply }, each);
  }
  return { connections: open.size };
}

async function end() {
  isOn = false;
  for (const socket of open) socket.destroy();
  return counts;
}

setPriority(LOW_PRIORITY);
serveParent(
  { kinds: Object.keys(KINDS) },
  (job) => (job.begin ? begin(job.begin) : end()),
  () => process.exit(),
);
