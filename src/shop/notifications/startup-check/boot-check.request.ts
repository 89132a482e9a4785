import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request to the application itself, as the service would make it. */
export interface ProbeRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer of the application. */
export interface ProbeAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** The parts of a Fastify instance that the check uses. */
interface FastifyRouter {
  ready(): PromiseLike<unknown>;
  readonly routing: RequestListener;
}

const LIMIT_MS = 5_000;

/** The platform's own entry for a request: an Express application itself, or Fastify's router once it is ready. */
async function listenerOf(platform: string, instance: unknown): Promise<RequestListener> {
  if (platform !== 'fastify') return instance as RequestListener;
  const fastify = instance as FastifyRouter;
  await fastify.ready();
  return (request, response) => fastify.routing(request, response);
}

/**
 * Runs a request through the whole application, like one from the network: middleware, parsers, guards, pipes, interceptors,
 * controller. The application need not listen yet: the request uses a separate port on loopback.
 */
export async function probe(platform: string, instance: unknown, request: ProbeRequest): Promise<ProbeAnswer> {
  const server = createServer(await listenerOf(platform, instance));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Exclusive: workers of a cluster would share the port, and one would check another's application.
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve);
  });
  try {
    return await send((server.address() as AddressInfo).port, request);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** With Node's own client: loading an HTTP client would take too long for one request at the start. */
async function send(port: number, { path, headers, body }: ProbeRequest): Promise<ProbeAnswer> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const request = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false, signal });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const contentType = response.headers['content-type'] ?? '';
  return { status: response.statusCode ?? 0, contentType, body: await text(response) };
}
