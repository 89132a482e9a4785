import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint of no one's package, by the specification; each member is a place where one can go wrong. */
export interface EndpointHabits {
  /** What is verified, of the bytes that came. */
  readonly bytes: (body: Buffer) => string | Buffer;
  /** Whether a signature fits. */
  readonly fits: (given: string, right: string) => boolean;
  /** Keys that are tried. */
  readonly keys: readonly string[];
  /** What is signed. */
  readonly message: (timestamp: string, body: Buffer, query: URLSearchParams) => Buffer;
  /** The time by which freshness is judged, unix seconds; null to leave it. */
  readonly signedAt: (timestamp: string, query: URLSearchParams) => number | null;
  /** Why a query is refused; null when it is not. */
  readonly judgeQuery: (query: URLSearchParams, orderId: unknown) => string | null;
  /** Why an order that is genuine is refused; null when it is not. */
  readonly judgeOrder: (
    order: Record<string, unknown>,
    query: URLSearchParams,
  ) => string | null | Promise<string | null>;
  /** The answer. */
  readonly answer: (refused: string | null) => { status: number; body: string; headers?: Record<string, string> };
}

/** Bytes and time are joined as the specification says. */
export const joined = (timestamp: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(`${timestamp}:`), body]);

/** As it should be. */
export const rightHabits = (key: string): EndpointHabits => ({
  bytes: (body) => body,
  fits: (given, right) => given === right,
  keys: [key],
  message: joined,
  signedAt: (timestamp) => Number(timestamp),
  judgeQuery(query, orderId) {
    if (!query.has('timestamp')) return 'no timestamp';
    return (query.get('transactionid') ?? query.get('transaction_id')) === orderId ? null : 'another order';
  },
  judgeOrder: () => null,
  answer: (refused) => (refused === null ? { status: 200, body: 'OK' } : { status: 401, body: `refused: ${refused}` }),
});

/** Listens on loopback until it is closed. */
export async function startEndpoint(habits: EndpointHabits): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => void serve(request, response, habits));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, close };
}

async function serve(request: IncomingMessage, response: ServerResponse, habits: EndpointHabits): Promise<void> {
  const refused = await judge(request, habits).catch((error: Error) => `error ${error.name}`);
  const { status, body, headers } = habits.answer(refused);
  response.writeHead(status, { 'content-type': 'text/plain', ...headers });
  response.end(body);
}

async function judge(request: IncomingMessage, habits: EndpointHabits): Promise<string | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { searchParams: query } = new URL(request.url ?? '', 'http://endpoint');
  if (request.method === 'GET') return query.has('timestamp') ? null : 'no timestamp';
  const raw = Buffer.concat(chunks);
  const body = Buffer.from(habits.bytes(raw));
  const [timestamp = '', given = ''] = Buffer.from(String(request.headers['auth'] ?? ''), 'base64')
    .toString()
    .split(':');
  const isSigned = habits.keys.some((key) =>
    habits.fits(
      given,
      createHmac('sha512', key)
        .update(habits.message(timestamp, body, query))
        .digest('hex'),
    ),
  );
  if (!isSigned) return 'signature';
  const at = habits.signedAt(timestamp, query);
  if (at !== null && Math.abs(Date.now() / 1000 - at) > 600) return 'time';
  const order = JSON.parse(raw.toString()) as Record<string, unknown>;
  return habits.judgeQuery(query, order['order_id']) ?? (await habits.judgeOrder(order, query));
}
