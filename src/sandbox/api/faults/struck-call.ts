import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_REQUEST_BYTES } from '../../../pages/page-request.js';
import type { ApiCall } from './call-operation.js';

/** A request in middleware: Node's own, with what Express and Fastify add before routing. */
export type FaultRequest = IncomingMessage & { readonly originalUrl?: string; body?: unknown; rawBody?: Buffer };

/** A call to which a fault applies. */
export interface StruckCall {
  readonly call: ApiCall;
  readonly request: FaultRequest;
  readonly response: ServerResponse;
  /** Lets the sandbox handle the call. */
  readonly next: () => void;
}

/**
 * Reads the body into memory, where the routes find it (Express only: Fastify reads from the stream itself).
 *
 * A late call is handled although its client has given up, so the body must not be lost with the client's connection.
 */
export async function bufferBody(request: FaultRequest): Promise<void> {
  if (request.body !== undefined || request.rawBody !== undefined) return;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    // One byte too many is enough for a refusal.
    if (length <= MAX_REQUEST_BYTES + chunk.length) chunks.push(chunk);
  }
  request.rawBody = Buffer.concat(chunks);
}
