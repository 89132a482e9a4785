import type { IncomingMessage, ServerResponse } from 'node:http';
import { ACKNOWLEDGEMENT_TIMEOUT_MS } from '../../../protocol/index.js';

/** Memory for bodies that have begun and not ended, in bytes. Slow or large requests of an attacker must not fill the process. */
const BUDGET = 24_000_000;
/**
 * Memory of a request without its body, in bytes, plus each name and value of its headers: five hundred short ones take five
 * times as much as all the rest. It counts, so that requests without a body cannot bypass the budget.
 */
const REQUEST_BYTES = 24_000;
const HEADER_BYTES = 64;
/** Time between two checks for bodies that take too long, in milliseconds. */
const CHECK_EVERY_MS = 1_000;

/** A body that has begun, for {@link SlowBodyGuard.grow} and {@link SlowBodyGuard.remove}. */
export interface OpenBody {
  /**
   * Null once it has ended: a set that grows or shrinks leaves its former table behind, and until that is collected
   * everything that its entries refer to stays in memory.
   */
  request: IncomingMessage | null;
  /** In milliseconds since the start of the process. */
  readonly begun: number;
  /** Bytes of the request itself. */
  readonly own: number;
  /** Bytes of everything that has arrived. */
  bytes: number;
}

/**
 * Requests whose bodies have not ended. A body gets as much time as the service itself waits for its answer. When all bodies
 * together exceed their memory, the oldest is ended first. Both close the connection.
 */
export class SlowBodyGuard {
  /** The oldest first. */
  private readonly open = new Set<OpenBody>();
  private bytes = 0;
  /** One timer for all: a timer for each would be most of the cost of a refused request. */
  private timer: NodeJS.Timeout | null = null;

  /**
   * Begins to wait for the rest of a request.
   *
   * @param response - after an answer before the end of the body, the request is over too, but Node reports it only here
   */
  add(request: IncomingMessage, response: ServerResponse): OpenBody {
    const own = REQUEST_BYTES + HEADER_BYTES * request.rawHeaders.length;
    const open: OpenBody = { request, begun: performance.now(), own, bytes: own };
    this.open.add(open);
    this.bytes += own;
    this.cutOldest();
    response.once('close', () => this.remove(open));
    this.timer ??= setInterval(() => this.cutLate(), CHECK_EVERY_MS).unref();
    return open;
  }

  /**
   * Notes that a body takes more memory than before.
   *
   * @param bytes - of the body alone; this call may end the body itself if it is the oldest
   */
  grow(open: OpenBody, bytes: number): void {
    if (!this.open.has(open)) return;
    this.bytes += open.own + bytes - open.bytes;
    open.bytes = open.own + bytes;
    this.cutOldest();
  }

  /** The request is complete. */
  remove(open: OpenBody): void {
    if (this.open.delete(open)) this.bytes -= open.bytes;
    open.request = null;
  }

  private cutOldest(): void {
    for (const open of this.open) {
      if (this.bytes <= BUDGET) return;
      this.cut(open);
    }
  }

  private cutLate(): void {
    const late = performance.now() - ACKNOWLEDGEMENT_TIMEOUT_MS;
    for (const open of this.open) {
      if (open.begun > late) break;
      this.cut(open);
    }
    if (this.open.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private cut(open: OpenBody): void {
    const { request } = open;
    this.remove(open);
    if (request?.complete === false) request.socket.destroy();
  }
}
