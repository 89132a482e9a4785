import type { FaultOperation } from '../../core/index.js';

/** A call of the payment API: what it is, and which order it is about. */
export interface ApiCall {
  readonly operation: Exclude<FaultOperation, 'notification'>;
  /** As in the path, decoded; null when the path names none. */
  readonly orderId: string | null;
}

interface CallRule {
  readonly method: string;
  readonly path: RegExp;
  readonly operation: ApiCall['operation'];
}

// Everything behind /v1/json, whatever prefix a host puts in front of it.
const API_PATH = /\/v1\/json\/(.*)$/;

const CALL_RULES: readonly CallRule[] = [
  { method: 'POST', path: /^orders\/?$/, operation: 'create' },
  { method: 'GET', path: /^orders\/([^/]+)\/?$/, operation: 'read' },
  { method: 'PATCH', path: /^orders\/([^/]+)\/?$/, operation: 'update' },
  { method: 'POST', path: /^orders\/([^/]+)\/(?:cancel|capture)\/?$/, operation: 'update' },
  { method: 'POST', path: /^orders\/([^/]+)\/refunds\/?$/, operation: 'refund' },
  { method: 'GET', path: /^transactions\/?$/, operation: 'list' },
];

/** Tells what a request asks of the payment API; null when it is not for the payment API at all. */
export function apiCallOf(method: string, path: string): ApiCall | null {
  const rest = API_PATH.exec(path)?.[1];
  if (rest === undefined) return null;
  for (const rule of CALL_RULES.filter((each) => each.method === method)) {
    const match = rule.path.exec(rest);
    if (match !== null) return { operation: rule.operation, orderId: decoded(match[1]) };
  }
  return { operation: 'other', orderId: null };
}

function decoded(segment: string | undefined): string | null {
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
