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
interface Injectable {
  inject(options: object): Promise<{ statusCode: number; headers: Record<string, unknown>; body: string }>;
}

const LIMIT_MS = 5_000;

async function injectInto(app: Injectable, { path, headers, body }: ProbeRequest): Promise<ProbeAnswer> {
  const response = await app.inject({ method: 'POST', url: path, headers, payload: body });
  return {
    status: response.statusCode,
    contentType: String(response.headers['content-type'] ?? ''),
    body: response.body,
  };
}

async function sendOverLoopback(app: RequestListener, { path, headers, body }: ProbeRequest): Promise<ProbeAnswer> {
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const options = { headers, timeout: LIMIT_MS, proxy: false, maxRedirects: 0, validateStatus: () => true } as const;
    const response = await axios.post<string>(url, body, {
      ...options,
      responseType: 'text',
      transformRequest: (data: unknown) => data,
      transformResponse: (data: unknown) => data,
    });
    return {
      status: response.status,
      contentType: String(response.headers['content-type'] ?? ''),
      body: response.data,
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Runs a request through the whole application: middleware, parsers, guards, pipes, interceptors, controller. */
export function probe(platform: string, instance: unknown, request: ProbeRequest): Promise<ProbeAnswer> {
  return platform === 'fastify'
    ? injectInto(instance as Injectable, request)
    : sendOverLoopback(instance as RequestListener, request);
}
