import type { IncomingMessage, ServerResponse } from 'node:http';
import { ACKNOWLEDGEMENT_TIMEOUT_MS, MAX_BODY_BYTES } from '../../protocol/index.js';

/** Memory for bodies that have begun and not ended: whoever sends slowly must not fill it. In bytes. */
const MEMORY = 12_000_000;
/** Requests whose bodies may be under way at once; the service's own come whole, within milliseconds. */
const MAX_OPEN = MEMORY / MAX_BODY_BYTES;
/** How often it is looked whether one takes too long, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/**
 * Requests whose bodies have not ended. A body gets as long as the service itself waits for its answer; when there are too
 * many, the one that has taken longest is ended first. Both close the connection.
 */
export class OpenBodies {
  /** When each began, in milliseconds of the process; the oldest first. */
  private readonly open = new Map<IncomingMessage, number>();
  /** One for all of them: a timer for each would be most of what a refused request costs. */
  private timer: NodeJS.Timeout | null = null;

  /**
   * Begins to wait for the rest of a request.
   *
   * @param response - to it; what is answered before its body has come is over too, and Node does not say so of the request
   */
  add(request: IncomingMessage, response: ServerResponse): void {
    const [oldest] = this.open.keys();
    if (this.open.size >= MAX_OPEN && oldest !== undefined) this.cut(oldest);
    this.open.set(request, performance.now());
    response.once('close', () => this.remove(request));
    this.timer ??= setInterval(() => this.cutLate(), LOOK_EVERY_MS).unref();
  }

  /** The request is whole. */
  remove(request: IncomingMessage): void {
    this.open.delete(request);
  }

  private cutLate(): void {
    const late = performance.now() - ACKNOWLEDGEMENT_TIMEOUT_MS;
    for (const [request, begun] of this.open) {
      if (begun > late) break;
      this.cut(request);
    }
    if (this.open.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private cut(request: IncomingMessage): void {
    this.remove(request);
    if (!request.complete) request.socket.destroy();
  }
}
