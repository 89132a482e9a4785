import { IncomingMessage } from 'node:http';
import { GrowingBuffer } from './growing-buffer.js';

/** Most pieces of a body: 256 KB in the smallest packets of real networks are some 500. */
const MAX_PIECES = 4_096;

/** How the reading of a body ended. */
export type HeldBody =
  | { readonly kind: 'whole'; readonly body: Buffer }
  /** It has more bytes than the limit. The bytes read so far are dropped; the rest goes to the next reader. */
  | { readonly kind: 'too-large' }
  /** It has more pieces than the limit. The rest goes to no reader: the connection must be closed. */
  | { readonly kind: 'too-many-pieces' }
  /** The connection ended before the body did. */
  | { readonly kind: 'broken-off' };

/** Receives reports about a body that is being read. */
export interface HoldListener {
  /** Called with the bytes of memory that the body takes by now. */
  onGrown(bytes: number): void;
  /** Called once. */
  onEnd(held: HeldBody): void;
}

/**
 * Whether the body of a request can be held: none of it has arrived, and Node's own parser pushes it. This is not so in a
 * call within the process (`inject`, a serverless adapter), over HTTP/2, and where the host has waited for something before.
 * Then the guard alone verifies the request.
 */
export const canHold = (request: IncomingMessage): boolean =>
  request instanceof IncomingMessage && !request.complete && !request.readableDidRead && request.readableLength === 0;

/**
 * Reads a body and withholds it from all later readers, until {@link release} passes something on as if it had just arrived.
 * So a body parser of the host gets only what the module releases.
 *
 * It takes the bytes where Node passes them to the request (`push`): reading the stream would consume it.
 */
export class BufferedBody {
  private readonly buffer: GrowingBuffer;
  private pieces = 0;
  private isOver = false;

  /**
   * @param request - a request for which {@link canHold} is true
   * @param limit - in bytes
   */
  constructor(
    private readonly request: IncomingMessage,
    limit: number,
    private readonly listener: HoldListener,
  ) {
    this.buffer = new GrowingBuffer(limit);
    // Bound, not an arrow function: V8 makes a function that is written where a property is assigned an old object at once.
    // It would keep the whole request in memory until the next full collection.
    request.push = this.take.bind(this);
    request.once('close', () => this.end({ kind: 'broken-off' }));
  }

  /** Passes a body on to the next reader. */
  release(body: Buffer): void {
    const { headers } = this.request;
    if (headers['content-length'] !== undefined) headers['content-length'] = String(body.length);
    if (body.length > 0) this.request.push(body);
    this.request.push(null);
  }

  /** @returns whether more is wanted, like `push` */
  private take(chunk: Buffer | null): boolean {
    // Node parses everything that it has read from the socket, maybe thousands of pieces more, even after the socket is
    // closed.
    if (this.isOver) return true;
    if (chunk === null) {
      this.end({ kind: 'whole', body: this.buffer.take() });
      return false;
    }
    this.add(chunk);
    return !this.isOver;
  }

  private add(chunk: Buffer): void {
    const before = this.buffer.capacity;
    this.pieces += 1;
    if (this.pieces > MAX_PIECES) return this.end({ kind: 'too-many-pieces' });
    if (!this.buffer.add(chunk)) return this.end({ kind: 'too-large' });
    if (this.buffer.capacity > before) this.listener.onGrown(this.buffer.capacity);
  }

  private end(held: HeldBody): void {
    if (this.isOver) return;
    this.isOver = true;
    this.buffer.clear();
    // Otherwise the rest would no longer be requested: the connection would neither continue nor notice its end.
    if (held.kind !== 'too-many-pieces') Reflect.deleteProperty(this.request, 'push');
    this.listener.onEnd(held);
  }
}
