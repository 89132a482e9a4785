import type { Fault } from '../fault.js';

/** What the service is asked for; some codes mean different things for different operations (protocol §3.3). */
export type ServiceOperation =
  | 'create'
  | 'read'
  | 'update'
  | 'cancel'
  | 'capture'
  | 'cancel-reservation'
  | 'refund'
  | 'cancel-refund'
  | 'list'
  | 'payment-methods'
  | 'tokens'
  | 'token-change'
  | 'checkout'
  | 'terminals'
  | 'terminal-groups'
  | 'events'
  | 'other';

/** One request to the service, complete but for its base address and its API key (spec §4). */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the version prefix on, percent-encoded: `/v1/json/orders`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** To be sent as JSON; `null` for none. */
  readonly body: Record<string, unknown> | null;
  readonly operation: ServiceOperation;
}

/** A request, or every fault of what it was to be made of. */
export type BuiltRequest = { ok: true; request: ServiceRequest } | { ok: false; faults: Fault[] };
