import { HttpException } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { ACKNOWLEDGEMENT, REFUSAL_BODIES, type Refusal } from '../../../protocol/index.js';

/** HTTP status of each refusal. None is 200, and no body counts as an acknowledgement (spec §4.4, scenario O3). */
const REFUSAL_STATUS: Readonly<Record<Refusal, number>> = {
  ignored: 400,
  refused: 401,
  tooLarge: 413,
  orderMismatch: 401,
  invalid: 400,
  notReady: 503,
  unavailable: 503,
};

/** A response of either HTTP platform: Express's is Node's own, Fastify's contains it. */
export type PlatformResponse = ServerResponse & { readonly raw?: ServerResponse; hijack?(): void };

/**
 * Thrown by the guard and the inbox. The controller's filter turns it into the fixed answer; on a controller of the host,
 * Nest answers with its status.
 */
export class NotificationRefused extends HttpException {
  override readonly name = 'NotificationRefused';

  /**
   * @param refusal - selects the fixed answer
   * @param reason - for the log; never shown to the caller
   */
  constructor(
    readonly refusal: Refusal,
    readonly reason: string,
  ) {
    super(REFUSAL_BODIES[refusal], REFUSAL_STATUS[refusal]);
  }
}

const written = new WeakSet<ServerResponse>();

/** Whether the module itself has answered. @param response - Node's own */
export const isAnsweredHere = (response: ServerResponse): boolean => written.has(response);

/**
 * Writes an answer straight to the socket, so that no interceptor, filter, serialiser or compressor of the host can change
 * its bytes (scenario X2).
 */
function write(response: PlatformResponse, status: number, body: string): void {
  response.hijack?.();
  const target = response.raw ?? response;
  if (target.headersSent) return;
  const retry = status === 503 ? { 'retry-after': '30' } : {};
  written.add(target);
  target.writeHead(status, { 'content-type': ACKNOWLEDGEMENT.contentType, 'content-length': body.length, ...retry });
  target.end(body);
}

/** Status 200, `text/plain`, exactly `OK`. */
export const acknowledge = (response: PlatformResponse): void =>
  write(response, ACKNOWLEDGEMENT.status, ACKNOWLEDGEMENT.body);

/** The fixed answer of a refusal. */
export const answerRefusal = (response: PlatformResponse, refusal: Refusal): void =>
  write(response, REFUSAL_STATUS[refusal], REFUSAL_BODIES[refusal]);
