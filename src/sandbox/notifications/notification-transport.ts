import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { isAcknowledged } from '../../protocol/index.js';
import { createRedactor } from '../../support/index.js';
import { brokenOff, type RequestFault, SANDBOX_SETTINGS, type SandboxSettings, slowly } from '../core/index.js';
import type { DeliveryVerdict } from './delivery.types.js';
import { DESTINATION_BLOCKED, destinationAgents, mayTry, type DestinationAgents } from './destination.js';
import type { NotificationRequest } from './notification-request.js';

/** The result of one request. */
export interface TransportResult {
  readonly verdict: DeliveryVerdict;
  /** HTTP status of the reply; null if there was none. */
  readonly status: number | null;
  /** The reply's first 1,024 bytes; null if there was none. */
  readonly response: string | null;
  /** The reply's headers; null if there was none. */
  readonly responseHeaders: Record<string, string> | null;
  readonly durationMs: number;
}

const MAX_REPLY_BYTES = 64 * 1024;
const KEPT_REPLY_BYTES = 1024;
// Far more than a shop sends; longer headers are cut.
const KEPT_HEADER_CHARACTERS = 1024;
const NO_REPLY = { status: null, response: null, responseHeaders: null };

const VERDICT_OF_CODE: Readonly<Record<string, DeliveryVerdict>> = {
  [DESTINATION_BLOCKED]: 'blocked',
  // The code of axios for a reply that is longer than maxContentLength.
  ERR_BAD_RESPONSE: 'oversized',
};

/** Sends notifications: no redirects, no proxy, one connection each, and only to loopback and the allowed hosts. */
@Injectable()
export class NotificationTransport {
  readonly #agents: DestinationAgents;
  readonly #redact: (text: string) => string;

  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {
    this.#agents = destinationAgents(settings.allowedHosts);
    this.#redact = createRedactor(settings.accounts.map(({ apiKey }) => apiKey));
  }

  /**
   * Sends one request and judges the reply (spec §4.4). A network failure is a verdict, not an exception.
   *
   * @param stop ends the request early.
   * @param fault the failure of the connection; kinds that concern the content are handled elsewhere.
   * @returns null if it was stopped.
   */
  async send(
    request: NotificationRequest,
    stop: AbortSignal,
    fault: RequestFault | null = null,
  ): Promise<TransportResult | null> {
    const startedAt = performance.now();
    const timeout = AbortSignal.timeout(this.settings.notificationTimeoutMs);
    const outcome = await this.#attempt(request, AbortSignal.any([stop, timeout]), fault);
    const durationMs = Math.round(performance.now() - startedAt);
    if (outcome.verdict !== 'aborted') return { ...outcome, verdict: outcome.verdict, durationMs };
    return timeout.aborted ? { ...outcome, verdict: 'timeout', durationMs } : null;
  }

  async #attempt(request: NotificationRequest, signal: AbortSignal, fault: RequestFault | null): Promise<Attempt> {
    if (!mayTry(request.url, this.settings.allowedHosts)) return { verdict: 'blocked', ...NO_REPLY };
    try {
      const reply = await axios.request<Buffer>({
        ...this.#config(request, signal),
        ...bodyOf(request, signal, fault),
      });
      // The shop has done its work, and its answer is lost on the way back.
      return fault?.kind === 'response-lost' ? { verdict: 'unreachable', ...NO_REPLY } : this.#attemptOf(reply);
    } catch (error) {
      // Only its code is read, because the error object contains the whole request.
      const verdict = signal.aborted ? 'aborted' : (VERDICT_OF_CODE[codeOf(error)] ?? 'unreachable');
      return { verdict, ...NO_REPLY };
    }
  }

  #attemptOf({ status, headers, data }: AxiosResponse<Buffer>): Attempt {
    const body = data.toString('utf8');
    const verdict = isAcknowledged({ status, body }, this.settings.acknowledgement) ? 'acknowledged' : 'refused';
    const kept = Object.entries(headers).map(([name, value]) => [
      name,
      this.#redact(String(value)).slice(0, KEPT_HEADER_CHARACTERS),
    ]);
    const response = this.#redact(body).slice(0, KEPT_REPLY_BYTES);
    return { verdict, status, response, responseHeaders: Object.fromEntries(kept) };
  }

  #config(request: NotificationRequest, signal: AbortSignal): AxiosRequestConfig {
    return {
      ...this.#agents,
      method: request.method,
      url: request.url,
      signal,
      responseType: 'arraybuffer',
      maxContentLength: MAX_REPLY_BYTES,
      maxRedirects: 0,
      decompress: false,
      proxy: false,
      validateStatus: () => true,
    };
  }
}

// Bytes, so that no layer can encode them differently from the signed ones.
function bodyOf(request: NotificationRequest, signal: AbortSignal, fault: RequestFault | null): AxiosRequestConfig {
  const headers = { 'Accept-Encoding': 'identity', ...request.headers };
  if (request.body === null) return { headers };
  const data = Buffer.from(request.body, 'utf8');
  const paced = pace(data, signal, fault);
  return paced === null ? { headers, data } : { headers: { ...headers, 'Content-Length': data.length }, data: paced };
}

function pace(body: Buffer, signal: AbortSignal, fault: RequestFault | null): Readable | null {
  if (fault?.kind === 'reset') return Readable.from(brokenOff(body));
  return fault?.kind === 'slow-body' ? Readable.from(slowly(body, fault.details.delayMs, signal)) : null;
}

type Attempt = Omit<TransportResult, 'durationMs' | 'verdict'> & { readonly verdict: DeliveryVerdict | 'aborted' };

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
