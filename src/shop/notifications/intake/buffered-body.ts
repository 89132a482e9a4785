import { IncomingMessage } from 'node:http';
import { GrowingBuffer } from './growing-buffer.js';

/** Pieces that a body may come in: 256 KB in the smallest packets that networks make are some 500. */
const MAX_PIECES = 4_096;

/** How the reading of a body ended. */
export type HeldBody =
  | { readonly kind: 'whole'; readonly body: Buffer }
  /** It has more bytes than are read. What was read is gone; what comes yet is the reader's. */
  | { readonly kind: 'too-large' }
  /** It comes in more pieces than are read. What comes yet is no one's: the connection is to be closed. */
  | { readonly kind: 'too-many-pieces' }
  /** The connection ended before the body did. */
  | { readonly kind: 'broken-off' };

/** Who wants to know of a body that is being read. */
export interface HoldListener {
  /** It takes so many bytes of memory by now. */
  onGrown(bytes: number): void;
  /** Called once. */
  onEnd(held: HeldBody): void;
}

/**
 * Whether the body of a request can be held: nothing of it has come yet, and what comes is pushed by Node's own parser. In
 * a call within the process (`inject`, a serverless adapter), over HTTP/2, and where the host has waited for something
 * before, it cannot; those are judged by the guard alone.
 */
export const canHold = (request: IncomingMessage): boolean =>
  request instanceof IncomingMessage && !request.complete && !request.readableDidRead && request.readableLength === 0;

/**
 * Reads a body and keeps it back from everyone behind, until {@link release} gives something to them as if it came just
 * now. So anyone who parses bodies for the host gets only what the module wants him to get.
 *
 * It takes the bytes where Node hands them to the request (`push`): reading the stream would use it up.
 */
export class BufferedBody {
  private readonly buffer: GrowingBuffer;
  private pieces = 0;
  private isOver = false;

  /**
   * @param request - one of which {@link canHold} is true
   * @param limit - in bytes
   */
  constructor(
    private readonly request: IncomingMessage,
    limit: number,
    private readonly listener: HoldListener,
  ) {
    this.buffer = new GrowingBuffer(limit);
    // Bound, and no function written here: V8 makes a function that is written where a property is assigned an old object
    // at once, and keeps everything that it reaches, the whole request, until the next full collection.
    request.push = this.take.bind(this);
    request.once('close', () => this.end({ kind: 'broken-off' }));
  }

  /** Lets a body through to the next reader. */
  release(body: Buffer): void {
    const { headers } = this.request;
    if (headers['content-length'] !== undefined) headers['content-length'] = String(body.length);
    if (body.length > 0) this.request.push(body);
    this.request.push(null);
  }

  /** @returns whether more is wanted, as `push` does */
  private take(chunk: Buffer | null): boolean {
    // Node parses all that it has read from the socket, thousands of pieces more, also where that is closed by now.
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
    // Kept here, what comes yet would be asked for no more: its connection would neither go on nor notice its end.
    if (held.kind !== 'too-many-pieces') Reflect.deleteProperty(this.request, 'push');
    this.listener.onEnd(held);
  }
}
