import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_REQUEST_BYTES } from '../../../pages/page-request.js';
import type { ApiCall } from './call-operation.js';

/** A request as middleware gets it: Node's own, with what Express and Fastify add before any routing. */
export type FaultRequest = IncomingMessage & { readonly originalUrl?: string; body?: unknown; rawBody?: Buffer };

/** A call that a fault strikes. */
export interface StruckCall {
  readonly call: ApiCall;
  readonly request: FaultRequest;
  readonly response: ServerResponse;
  /** Lets the sandbox do the work. */
  readonly next: () => void;
}

/**
 * Reads the body into memory, where the routes find it (Express only: Fastify reads from the stream itself).
 *
 * A call that is handled late is handled although its client has given up, and the body must not be gone with the
 * client's connection.
 */
export async function bufferBody(request: FaultRequest): Promise<void> {
  if (request.body !== undefined || request.rawBody !== undefined) return;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    // One byte too many is enough to be refused.
    if (length <= MAX_REQUEST_BYTES + chunk.length) chunks.push(chunk);
  }
  request.rawBody = Buffer.concat(chunks);
}
