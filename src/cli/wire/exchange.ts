import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';

/** A request, byte for byte. */
export interface WireRequest {
  readonly method: 'POST' | 'GET';
  /** Absolute, http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly body: Buffer | null;
}

/** The answer to a request. */
export interface WireAnswer {
  readonly status: number;
  readonly contentType: string;
  /** The target of a redirect; null if it is none. */
  readonly location: string | null;
  /** Its first 64 kB as text. */
  readonly body: string;
  readonly durationMs: number;
}

/** No answer came. */
export interface WireFailure {
  /** Node's code of the failure, or `TIMEOUT`. */
  readonly failure: string;
  readonly message: string;
  readonly durationMs: number;
}

/** The result of one request. */
export type WireOutcome = WireAnswer | WireFailure;

/** The time limit, and what ends the wait early. */
export interface RequestLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

const MAX_ANSWER_BYTES = 64 * 1024;

/** Whether a request was answered. */
export const isAnswer = (outcome: WireOutcome): outcome is WireAnswer => 'status' in outcome;

/**
 * Makes one request as the service does: on a new connection, without following redirects, without a proxy, and with
 * the given headers only. A network failure is a value, not an exception.
 */
export async function exchange(wire: WireRequest, { timeoutMs, signal }: RequestLimits): Promise<WireOutcome> {
  const startedAt = performance.now();
  const limit = AbortSignal.timeout(timeoutMs);
  const passed = (): number => Math.round(performance.now() - startedAt);
  try {
    const answer = await attempt(wire, signal ? AbortSignal.any([limit, signal]) : limit);
    return { ...answer, durationMs: passed() };
  } catch (error) {
    const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException;
    if (limit.aborted) return { failure: 'TIMEOUT', message: `no answer within ${timeoutMs} ms`, durationMs: passed() };
    return { failure: code, message: message || code, durationMs: passed() };
  }
}

function attempt(wire: WireRequest, signal: AbortSignal): Promise<Omit<WireAnswer, 'durationMs'>> {
  const { method, url, headers, body } = wire;
  const length = body === null ? {} : { 'content-length': String(body.length) };
  const options: RequestOptions = { method, headers: { ...headers, ...length }, agent: false, signal };
  return new Promise((resolve, reject) => {
    const make = url.startsWith('https:') ? requestSecure : requestPlain;
    const request = make(url, options, (response) => void read(response).then(resolve, reject));
    request.once('error', reject);
    request.end(body ?? undefined);
  });
}

async function read(response: IncomingMessage): Promise<Omit<WireAnswer, 'durationMs'>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    const bytes = chunk as Buffer;
    chunks.push(bytes);
    length += bytes.length;
    if (length > MAX_ANSWER_BYTES) break;
  }
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    location: response.headers.location ?? null,
    body: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8'),
  };
}
