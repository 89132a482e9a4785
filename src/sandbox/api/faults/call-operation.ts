import type { FaultOperation } from '../../core/index.js';

/** A call of the payment API: its operation and its order. */
export interface ApiCall {
  readonly operation: Exclude<FaultOperation, 'notification'>;
  /** From the path, decoded; null if the path has none. */
  readonly orderId: string | null;
}

interface CallRule {
  readonly method: string;
  readonly path: RegExp;
  readonly operation: ApiCall['operation'];
}

// The path after /v1/json, with any prefix of a host before it.
const API_PATH = /\/v1\/json\/(.*)$/;

const CALL_RULES: readonly CallRule[] = [
  { method: 'POST', path: /^orders\/?$/, operation: 'create' },
  { method: 'GET', path: /^orders\/([^/]+)\/?$/, operation: 'read' },
  { method: 'PATCH', path: /^orders\/([^/]+)\/?$/, operation: 'update' },
  { method: 'POST', path: /^orders\/([^/]+)\/(?:cancel|capture)\/?$/, operation: 'update' },
  { method: 'POST', path: /^orders\/([^/]+)\/refunds\/?$/, operation: 'refund' },
  { method: 'GET', path: /^transactions\/?$/, operation: 'list' },
];

/** The operation of a request; null if it is not a call of the payment API. */
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
