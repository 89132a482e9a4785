import type { ServiceRequest } from '../../src/protocol/index.js';
import type { CallOutcome } from '../../src/shop/client/index.js';
import type { BrokenCall } from '../../src/shop/client/transport/client.failure.js';
import type { RawResponse, Transmission } from '../../src/shop/client/transport/client-transport.js';

/** Reading an order. */
export const READ: ServiceRequest = {
  method: 'GET',
  path: '/v1/json/orders/A',
  query: {},
  body: null,
  operation: 'read',
};
/** Creating one. */
export const WRITE: ServiceRequest = {
  method: 'POST',
  path: '/v1/json/orders',
  query: {},
  body: { order_id: 'A' },
  operation: 'create',
};

/** A complete answer of any content. */
export const answer = (httpStatus: number, body: object | string, head: Partial<RawResponse> = {}): Transmission => ({
  ok: true,
  response: {
    httpStatus,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    retryAfter: null,
    date: null,
    ...head,
  },
});
/** A success. */
export const good = answer(200, { success: true, data: { order_id: 'A' } });
/** The service refuses. */
export const refused = (code: number, httpStatus = 404) =>
  answer(httpStatus, { success: false, error_code: code, error_info: 'no' });
/** The service is busy and asks to wait, for as long as the header says. */
export const busy = (retryAfter: string | null = null, httpStatus = 429) => answer(httpStatus, '{}', { retryAfter });
/** A call without a complete answer. */
export const broken = (change: Partial<BrokenCall> = {}): Transmission => ({
  ok: false,
  broken: {
    phase: 'request',
    httpStatus: null,
    reason: 'network',
    code: 'ECONNRESET',
    isStaleConnection: false,
    ...change,
  },
});

/** The result of a call, as one line. @param startMs - when the first call was made */
export const outcomeText = (startMs: number, outcome: CallOutcome): string => {
  const { kind, phase, httpStatus, startedAt, durationMs, retryAfterMs } = outcome;
  const evidence = `${kind} ${phase} ${httpStatus ?? '-'} T+${startedAt - startMs} ${durationMs} ms, retry after ${retryAfterMs}`;
  return outcome.kind === 'accepted' ? evidence : `${evidence}: ${outcome.error.code} ${outcome.error.message}`;
};
