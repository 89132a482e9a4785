import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';

/** A request to the application itself, as the service would make it. */
export interface ProbeRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the application answered. */
export interface ProbeAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** The part of a Fastify instance that the check uses. */
interface FastifyRouter {
  ready(): PromiseLike<unknown>;
  readonly routing: RequestListener;
}

const LIMIT_MS = 5_000;

/** A client of our own: what the host has hung on the shared one is for its calls to others. */
const client = axios.create();

/** The platform's own entry for a request. An Express application is one; Fastify's is its router, once it is ready. */
async function listenerOf(platform: string, instance: unknown): Promise<RequestListener> {
  if (platform !== 'fastify') return instance as RequestListener;
  const fastify = instance as FastifyRouter;
  await fastify.ready();
  return (request, response) => fastify.routing(request, response);
}

/**
 * Runs a request through the whole application, as it would come over the wire: middleware, parsers, guards, pipes,
 * interceptors, controller. The application need not listen yet; the request comes in by a port of its own on loopback.
 */
export async function probe(platform: string, instance: unknown, request: ProbeRequest): Promise<ProbeAnswer> {
  const server = createServer(await listenerOf(platform, instance));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await send((server.address() as AddressInfo).port, request);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function send(port: number, { path, headers, body }: ProbeRequest): Promise<ProbeAnswer> {
  const response = await client.post<string>(`http://127.0.0.1:${port}${path}`, body, {
    headers,
    timeout: LIMIT_MS,
    proxy: false,
    maxRedirects: 0,
    responseType: 'text',
    validateStatus: () => true,
    transformRequest: (data: unknown) => data,
    transformResponse: (data: unknown) => data,
  });
  return { status: response.status, contentType: String(response.headers['content-type'] ?? ''), body: response.data };
}
