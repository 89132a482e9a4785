import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '../../support/wait-for.js';
import { wireFault } from './wire-check.js';

/** One request as it came over the wire. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The body's bytes, untouched. */
  body: Buffer;
}

/** What the receiver answers. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Answer nothing at all. */
  silent?: boolean;
}

/** A shop's notification address: a plain HTTP server that keeps every request and answers as it is told. */
export interface Receiver {
  url: string;
  requests: ReceivedRequest[];
  /** What to answer from now on; a function decides by request. Default: 200 `OK`. */
  reply: Reply | ((request: ReceivedRequest) => Reply);
  /** Waits until so many requests have come. */
  received(count: number): Promise<ReceivedRequest[]>;
  /** Set where a test has notifications forged or damaged on purpose: then {@link close} looks away. */
  mayBeForged: boolean;
  /** Stops it. Fails when any notification it has received was not signed as the specification says. */
  close(): Promise<void>;
}

/** Null when the sender broke off. */
async function readRequest(request: IncomingMessage): Promise<ReceivedRequest | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return null;
  }
  const url = new URL(request.url ?? '/', 'http://receiver');
  const { method = '', headers } = request;
  return { method, path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(chunks) };
}

/** Starts a receiver on a free port of the loopback address. */
export async function startReceiver(): Promise<Receiver> {
  const answer = (response: ServerResponse, reply: Reply): void => {
    if (reply.silent) return;
    response.writeHead(reply.status ?? 200, { 'Content-Type': 'text/plain', ...reply.headers });
    response.end(reply.body ?? 'OK');
  };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await readRequest(request);
    if (received === null) return;
    receiver.requests.push(received);
    answer(response, typeof receiver.reply === 'function' ? receiver.reply(received) : receiver.reply);
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    reply: {},
    received: (count) =>
      waitFor(() => (receiver.requests.length >= count ? receiver.requests : null), { what: `${count} notifications` }),
    mayBeForged: false,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      const faults = receiver.mayBeForged ? [] : receiver.requests.flatMap((request) => wireFault(request) ?? []);
      if (faults.length > 0) throw new Error(`Notifications were not as the specification says: ${faults.join('; ')}`);
    },
  };
  return receiver;
}
