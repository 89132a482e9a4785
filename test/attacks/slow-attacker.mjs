/** Keeps sockets and does next to nothing with them, until it is told to stop; a process of its own. */
import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { setPriority } from 'node:os';
import { serveParent } from '../../bench/support/processes.mjs';

/** How often a slow one sends a little more. */
const DRIP_MS = 1_000;
/** A socket that was closed is opened again after that. */
const AGAIN_MS = 1_000;
/** So long it takes him to open all of them. */
const OPENED_WITHIN_MS = 2_000;
const ROUTE = 'POST /payments/notifications/web?transactionid=SLOW&timestamp=1 HTTP/1.1\r\nhost: shop.example\r\n';

const ONE_BYTE = '1\r\nx\r\n';
/** Nearly as much as a body may have; each piece costs the receiver a buffer of its own, if he keeps them. */
const CRUMBS = Buffer.from(ONE_BYTE.repeat(250_000));
const SOCKETS = 2_000;

const chunkedHead = () => forgedHead(0).replace('content-length: 0', 'transfer-encoding: chunked');

function forgedHead(length) {
  const seconds = Math.floor(Date.now() / 1_000);
  const auth = Buffer.from(`${seconds}:${randomBytes(64).toString('hex')}`).toString('base64');
  return `${ROUTE}content-type: application/json\r\nauth: ${auth}\r\ncontent-length: ${length}\r\n\r\n`;
}

/**
 * What each kind sends at first, and then, every second, for as long as the socket lives. `holds`: what the shop may hold
 * for all of them is stated, in MB of heap and external memory.
 */
const KINDS = {
  'half-open: nothing is sent': { first: () => '', later: () => '' },
  'headers, one at a time': { first: () => ROUTE, later: () => `x-${Date.now()}: y\r\n` },
  'bodies, one byte at a time': { first: () => forgedHead(40_000), later: () => 'x' },
  'bodies that stop before their last byte': {
    first: () => forgedHead(120_000) + 'x'.repeat(119_999),
    later: () => '',
  },
  'bodies in pieces of one byte': {
    first: () => chunkedHead() + ONE_BYTE.repeat(1_000),
    later: () => ONE_BYTE.repeat(100),
  },
  'bodies of a quarter of a megabyte, in pieces of one byte': {
    first: chunkedHead,
    more: CRUMBS,
    later: () => '',
    sockets: 250,
    holds: 30,
  },
  'whole requests, one a second': { first: () => `${forgedHead(2)}{}`, later: () => `${forgedHead(2)}{}` },
  'requests whose answers are not read': { first: () => `${forgedHead(2)}{}`.repeat(20), later: () => '', deaf: true },
};

/** He is elsewhere in life: he must not take the processor from the database and the service. */
const LOW_PRIORITY = 10;
const open = new Set();
/** Which attack is on; 0: none. What was to be opened again for one that is over is not. */
let current = 0;
let begun = 0;
let opened = 0;

function hold(address, kind, attack) {
  if (attack !== current) return;
  const socket = connect(address);
  opened += 1;
  open.add(socket);
  if (kind.deaf) socket.pause();
  else socket.resume();
  socket.on('connect', () => {
    socket.write(kind.first());
    if (kind.more) socket.write(kind.more);
  });
  const drip = setInterval(() => socket.writable && socket.write(kind.later()), DRIP_MS);
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(drip);
    open.delete(socket);
    setTimeout(hold, AGAIN_MS, address, kind, attack);
  });
}

function begin({ url, kind }) {
  const { hostname: host, port } = new URL(url);
  current = begun += 1;
  opened = 0;
  const address = { host, port: Number(port) };
  const { sockets = SOCKETS } = KINDS[kind];
  for (let each = 0; each < sockets; each += 1)
    setTimeout(hold, (each * OPENED_WITHIN_MS) / sockets, address, KINDS[kind], current);
  return {};
}

function end() {
  current = 0;
  const held = open.size;
  for (const socket of open) socket.destroy();
  return { held, opened };
}

setPriority(LOW_PRIORITY);
serveParent(
  { kinds: Object.entries(KINDS).map(([name, { holds = null }]) => ({ name, holds })) },
  (job) => (job.begin ? begin(job.begin) : end()),
  () => process.exit(),
);
