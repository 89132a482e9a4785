import type { Fault } from '../fault.js';

/** The operation of a request; some codes mean different things for different operations (protocol §3.3). */
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

/** One request to the service, without base address and API key (spec §4). */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the version prefix on, percent-encoded: `/v1/json/orders`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Sent as JSON; `null` for no body. */
  readonly body: Record<string, unknown> | null;
  readonly operation: ServiceOperation;
}

/** A request, or every fault of its input. */
export type BuiltRequest = { ok: true; request: ServiceRequest } | { ok: false; faults: Fault[] };
