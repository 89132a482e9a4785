import { HttpService } from '@nestjs/axios';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AxiosRequestConfig } from 'axios';
import type { ServiceRequest } from '../../protocol/index.js';
import type { TerminalGroup } from '../terminal-groups/index.js';
import { toTransportError } from './client.failure.js';

/** The raw answer of the service: nothing parsed, nothing decided. */
export interface RawResponse {
  readonly httpStatus: number;
  readonly body: string;
}

/** Largest answer that is read, in bytes: list pages are the largest the service sends. */
const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;

const agents = (keepAlive: boolean) => ({
  httpAgent: new HttpAgent({ keepAlive }),
  httpsAgent: new HttpsAgent({ keepAlive }),
});

/** Sends one request once: no redirects, no retry, one time limit over everything. */
@Injectable()
export class ClientTransport implements OnApplicationShutdown {
  private readonly kept = agents(true);
  /**
   * A write goes over a connection of its own: a kept one may have been closed by the peer, which turns a clean
   * failure into one of unknown outcome (scenario N3).
   */
  private readonly fresh = agents(false);

  constructor(private readonly http: HttpService) {}

  /** Closes the connections, once no request and no worker needs them any more: destroying an agent cuts calls short. */
  onApplicationShutdown(): void {
    for (const agent of [...Object.values(this.kept), ...Object.values(this.fresh)]) agent.destroy();
  }

  /** @throws PaymentError `TIMEOUT` or `NETWORK`, never anything that holds the key */
  async send(group: TerminalGroup, request: ServiceRequest, orderId?: string): Promise<RawResponse> {
    try {
      const response = await this.http.axiosRef.request<string>(this.configure(group, request));
      return { httpStatus: response.status, body: response.data ?? '' };
    } catch (error) {
      throw toTransportError(error, { group: group.name, request, timeoutMs: group.timeoutMs, orderId });
    }
  }

  private configure(group: TerminalGroup, request: ServiceRequest): AxiosRequestConfig {
    const key = { api_key: group.keys.current };
    return {
      baseURL: group.baseUrl,
      url: request.path,
      method: request.method,
      params: group.apiKeyIn === 'query' ? { ...request.query, ...key } : request.query,
      headers: { accept: 'application/json', ...(group.apiKeyIn === 'header' ? key : {}) },
      data: request.body ?? undefined,
      signal: AbortSignal.timeout(group.timeoutMs),
      maxRedirects: 0,
      maxContentLength: MAX_RESPONSE_BYTES,
      proxy: false,
      responseType: 'text',
      // The text is parsed by our own reader, which keeps long ids exact; the status is judged by it too.
      transformResponse: (data: unknown) => data,
      validateStatus: () => true,
      ...(request.method === 'GET' ? this.kept : this.fresh),
    };
  }
}
