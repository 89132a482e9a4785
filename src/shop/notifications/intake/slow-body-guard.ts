import type { IncomingMessage, ServerResponse } from 'node:http';
import { ACKNOWLEDGEMENT_TIMEOUT_MS } from '../../../protocol/index.js';

/** Memory for bodies that have begun and not ended, in bytes: anyone who sends slowly, or much, must not fill it. */
const BUDGET = 24_000_000;
/**
 * What a request takes before any of its body is there, in bytes, and each name and value of its headers besides: five
 * hundred short ones take five times as much as all the rest. It counts, so that bodies of nothing are no way round the budget.
 */
const REQUEST_BYTES = 24_000;
const HEADER_BYTES = 64;
/** How often it is looked whether one takes too long, in milliseconds. */
const CHECK_EVERY_MS = 1_000;

/** A body that has begun, for {@link SlowBodyGuard.grow} and {@link SlowBodyGuard.remove}. */
export interface OpenBody {
  /**
   * Null once it has ended: a set that grows or shrinks leaves its former table behind, and while that is not collected
   * everything that its entries reach stays in memory.
   */
  request: IncomingMessage | null;
  /** In milliseconds of the process. */
  readonly begun: number;
  /** Bytes of the request itself. */
  readonly own: number;
  /** Bytes of all that is there. */
  bytes: number;
}

/**
 * Requests whose bodies have not ended. A body gets as long as the service itself waits for its answer; when all together
 * take more memory than there is for them, the one that has taken longest is ended first. Both close the connection.
 */
export class SlowBodyGuard {
  /** The oldest first. */
  private readonly open = new Set<OpenBody>();
  private bytes = 0;
  /** One for all of them: a timer for each would be most of what a refused request costs. */
  private timer: NodeJS.Timeout | null = null;

  /**
   * Begins to wait for the rest of a request.
   *
   * @param response - to it; what is answered before its body has come is over too, and Node does not say so of the request
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
   * A body takes more memory than before.
   *
   * @param bytes - of the body alone; one that is the oldest itself may be ended by this
   */
  grow(open: OpenBody, bytes: number): void {
    if (!this.open.has(open)) return;
    this.bytes += open.own + bytes - open.bytes;
    open.bytes = open.own + bytes;
    this.cutOldest();
  }

  /** The request is whole. */
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
