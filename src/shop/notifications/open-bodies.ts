import type { IncomingMessage } from 'node:http';
import { ACKNOWLEDGEMENT_TIMEOUT_MS, MAX_BODY_BYTES } from '../../protocol/index.js';

/** Memory for bodies that have begun and not ended: whoever sends slowly must not fill it. In bytes. */
const MEMORY = 24_000_000;
/** Requests whose bodies may be under way at once; the service's own come whole, within milliseconds. */
const MAX_OPEN = MEMORY / MAX_BODY_BYTES;

/**
 * Requests whose bodies have not ended. A body gets as long as the service itself waits for its answer; when there are too
 * many, the one that has taken longest is ended first. Both close the connection.
 */
export class OpenBodies {
  private readonly open = new Map<IncomingMessage, NodeJS.Timeout>();

  /** Begins to wait for the rest of a request. */
  add(request: IncomingMessage): void {
    const [oldest] = this.open.keys();
    if (this.open.size >= MAX_OPEN && oldest !== undefined) this.cut(oldest);
    const timer = setTimeout(() => this.cut(request), ACKNOWLEDGEMENT_TIMEOUT_MS);
    this.open.set(request, timer.unref());
    request.once('close', () => this.remove(request));
  }

  /** The request is whole. */
  remove(request: IncomingMessage): void {
    clearTimeout(this.open.get(request));
    this.open.delete(request);
  }

  private cut(request: IncomingMessage): void {
    this.remove(request);
    if (!request.complete) request.socket.destroy();
  }
}
