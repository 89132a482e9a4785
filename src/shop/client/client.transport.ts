import { HttpService } from '@nestjs/axios';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AxiosRequestConfig } from 'axios';
import type { ServiceRequest } from '../../protocol/index.js';
import type { TerminalGroup } from '../terminal-groups/index.js';
import { CallWatch } from './call-watch.js';
import { brokenCall, type BrokenCall } from './client.failure.js';
import { Connections } from './connections.js';
import { withKey } from './keyed-request.js';

/** The raw answer of the service: nothing parsed, nothing decided. */
export interface RawResponse {
  readonly httpStatus: number;
  readonly body: string;
  /** The header `Retry-After`, as it came. */
  readonly retryAfter: string | null;
}

/** A complete answer, or where and how the call broke off. */
export type Transmission =
  { readonly ok: true; readonly response: RawResponse } | { readonly ok: false; readonly broken: BrokenCall };

/** Sends one request once: no redirects, no retry, one time limit over everything. */
@Injectable()
export class ClientTransport implements OnApplicationShutdown {
  private readonly connections = new Connections();
  private readonly underway = new Set<CallWatch>();

  constructor(private readonly http: HttpService) {}

  /** Closes the connections, once no request and no worker needs them any more: destroying an agent cuts calls short. */
  onApplicationShutdown(): void {
    for (const watch of this.underway) watch.cut('shutdown');
    this.connections.close();
  }

  /**
   * Sends a request. A read that breaks on a kept connection before any answer is sent once more at once, on a new
   * one: the other side had closed it while it was idle (scenario N3).
   */
  async send(group: TerminalGroup, request: ServiceRequest): Promise<Transmission> {
    const isRead = request.method === 'GET';
    const first = await this.once(group, request, isRead);
    return !first.ok && first.broken.isStaleConnection && isRead ? this.once(group, request, false) : first;
  }

  private async once(group: TerminalGroup, request: ServiceRequest, mayReuse: boolean): Promise<Transmission> {
    const watch = new CallWatch({ totalMs: group.timeoutMs, connectMs: CONNECT_MS });
    this.underway.add(watch);
    try {
      const answer = await this.http.axiosRef.request<string>({
        ...configOf(group, request, watch),
        ...(mayReuse ? this.connections.kept : this.connections.fresh),
      });
      const retryAfter: unknown = answer.headers['retry-after'];
      const text = typeof retryAfter === 'string' ? retryAfter : null;
      return { ok: true, response: { httpStatus: answer.status, body: answer.data ?? '', retryAfter: text } };
    } catch (error) {
      return { ok: false, broken: brokenCall(error, watch) };
    } finally {
      watch.end();
      this.underway.delete(watch);
    }
  }
}

/** Longest time until a connection stands, in milliseconds. */
const CONNECT_MS = 10_000;
/** Largest answer that is read, in decoded bytes: list pages are the largest the service sends. */
const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;

function configOf(group: TerminalGroup, request: ServiceRequest, watch: CallWatch): AxiosRequestConfig {
  const keyed = withKey(group, request);
  return {
    baseURL: group.baseUrl,
    url: request.path,
    method: request.method,
    params: keyed.query,
    headers: { accept: 'application/json', ...keyed.headers },
    data: request.body ?? undefined,
    signal: watch.abort.signal,
    transport: watch.transport,
    maxRedirects: 0,
    maxContentLength: MAX_RESPONSE_BYTES,
    proxy: false,
    responseType: 'text',
    // The text is parsed by our own reader, which keeps long ids exact; the status is judged by it too.
    transformResponse: (data: unknown) => data,
    validateStatus: () => true,
  };
}
