import { isAxiosError } from 'axios';
import { PaymentError, type ServiceRequest } from '../../protocol/index.js';

/** Errors raised before a byte of the request can have reached the service: the call was certainly not executed. */
const NOT_SENT_CODES: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const TIMEOUT_CODES: ReadonlySet<string> = new Set(['ERR_CANCELED', 'ECONNABORTED', 'ETIMEDOUT']);

/** What a failed call was about. */
export interface CallContext {
  readonly group: string;
  readonly request: ServiceRequest;
  readonly timeoutMs: number;
  readonly orderId?: string | undefined;
}

/** What became of a call that brought no answer. A read changes nothing, so it counts as not executed. */
function executionOf(code: string, error: unknown, context: CallContext): 'not-executed' | 'unknown' {
  const isConnectPhase =
    isAxiosError(error) && (error.cause as { syscall?: string } | undefined)?.syscall === 'connect';
  if (NOT_SENT_CODES.has(code) || isConnectPhase || context.request.method === 'GET') return 'not-executed';
  return 'unknown';
}

/**
 * Turns whatever the transport threw into a typed error. Nothing of the transport's error is kept but its code: the
 * rest holds URL, headers and configuration, and with them the key.
 */
export function toTransportError(error: unknown, context: CallContext): PaymentError {
  const code = isAxiosError(error) ? (error.code ?? 'UNKNOWN') : 'UNKNOWN';
  const isTimeout = TIMEOUT_CODES.has(code);
  const execution = executionOf(code, error, context);
  const what = `${context.request.method} ${context.request.path}`;
  const happened = isTimeout ? `brought no answer within ${context.timeoutMs} ms` : `failed in transport (${code})`;
  return new PaymentError({
    code: isTimeout ? 'TIMEOUT' : 'NETWORK',
    message: `${what} of terminal group ${context.group} ${happened}.`,
    kind: 'temporary',
    execution,
    retry: execution === 'unknown' ? 'reconcile-first' : 'backoff',
    httpStatus: 502,
    advice:
      execution === 'unknown'
        ? 'It may have been executed. Read the order before anything is sent again.'
        : 'Nothing was changed. It may be tried again.',
    group: context.group,
    orderId: context.orderId,
  });
}
