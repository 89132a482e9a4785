import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AxiosRequestConfig } from 'axios';
import { waitAtMost } from '../../../support/index.js';
import { writeJson, type ServiceRequest } from '../../../protocol/index.js';
import { type TerminalGroup, HTTP } from '../../core/index.js';
import { CallWatch } from '../limits/call-watch.js';
import { brokenCall, type BrokenCall } from './client.failure.js';
import { Connections } from './connections.js';
import type { HttpSource } from './isolated-http.js';
import type { RequestKey } from './request-key.js';

/** The raw answer of the service: nothing parsed, nothing decided. */
export interface RawResponse {
  readonly httpStatus: number;
  readonly body: string;
  /** The header `Retry-After`, unparsed. */
  readonly retryAfter: string | null;
  /** The header `Date`, unparsed. */
  readonly date: string | null;
}

/** A complete answer, or where and how the call broke off. */
export type Transmission =
  | { readonly ok: true; readonly response: RawResponse }
  | { readonly ok: false; readonly broken: BrokenCall };

/** How long calls under way may take when the application stops, in milliseconds. */
const SHUTDOWN_MS = 5_000;

/** Sends one request once: no redirects, no retry, one time limit over everything. */
@Injectable()
export class ClientTransport implements OnApplicationShutdown {
  // Private: calls under way hold the key.
  readonly #connections = new Connections();
  readonly #underway = new Map<CallWatch, Promise<Transmission>>();

  constructor(@Inject(HTTP) private readonly http: HttpSource) {}

  /**
   * Lets calls under way end, cuts them after 5 s, and closes the connections. Workers and requests of the host have ended
   * before; the calls that remain are made by the host itself.
   */
  async onApplicationShutdown(): Promise<void> {
    await waitAtMost(Promise.all(this.#underway.values()), { ms: SHUTDOWN_MS, late: () => undefined });
    for (const watch of this.#underway.keys()) watch.cut('shutdown');
    this.#connections.close();
  }

  /**
   * Sends a request. A read that breaks on a kept connection before any answer is sent once more at once, on a new
   * one: the other side had closed it while it was idle (scenario N3).
   */
  async send(group: TerminalGroup, request: ServiceRequest, key: RequestKey): Promise<Transmission> {
    const isRead = request.method === 'GET';
    const first = await this.once(group, request, { key, mayReuse: isRead });
    return isRead && !first.ok && first.broken.isStaleConnection
      ? this.once(group, request, { key, mayReuse: false })
      : first;
  }

  private async once(group: TerminalGroup, request: ServiceRequest, how: Manner): Promise<Transmission> {
    const times = { totalMs: group.timeoutMs, connectMs: group.calls.connectTimeoutMs };
    const watch = new CallWatch(times, how.key);
    const config = (): AxiosRequestConfig => ({
      ...configOf(group, request),
      ...this.#connections.of(group, how.mayReuse),
    });
    const sending = exchange(this.http, config, watch);
    this.#underway.set(watch, sending);
    try {
      return await sending;
    } finally {
      watch.end();
      this.#underway.delete(watch);
    }
  }
}

/** @param config - made inside, because the host's own agent may throw */
async function exchange(http: HttpSource, config: () => AxiosRequestConfig, watch: CallWatch): Promise<Transmission> {
  try {
    const { axiosRef } = await http();
    const answer = await axiosRef.request<string>({
      ...config(),
      signal: watch.abort.signal,
      transport: watch.transport,
    });
    const header = (name: string): string | null => textOf(answer.headers[name]);
    const times = { retryAfter: header('retry-after'), date: header('date') };
    return { ok: true, response: { httpStatus: answer.status, body: answer.data ?? '', ...times } };
  } catch (error) {
    return { ok: false, broken: brokenCall(error, watch) };
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface Manner {
  readonly key: RequestKey;
  readonly mayReuse: boolean;
}

/** Sets every option that the outcome of a call depends on: the defaults of axios may be the host's. */
function configOf(group: TerminalGroup, { method, path, query, body }: ServiceRequest): AxiosRequestConfig {
  const hasBody = body !== null;
  return {
    baseURL: group.baseUrl,
    allowAbsoluteUrls: false,
    url: path,
    method,
    params: query,
    // Without a content type, axios declares an empty body to be a form.
    headers: { accept: 'application/json', 'content-type': hasBody && 'application/json' },
    data: hasBody ? writeJson(body) : undefined,
    // Another adapter would not use the watch, and every failure would appear to be one before sending.
    adapter: 'http',
    // The watch has the only time limits.
    timeout: 0,
    maxRedirects: 0,
    maxContentLength: group.calls.maxResponseBytes,
    maxBodyLength: -1,
    decompress: true,
    proxy: false,
    responseType: 'text',
    responseEncoding: 'utf8',
    transformRequest: (data: unknown) => data,
    // The package's own reader parses the text, because it keeps long ids exact; it also decides by the status.
    transformResponse: (data: unknown) => data,
    validateStatus: () => true,
  };
}
