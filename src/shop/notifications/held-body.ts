import { IncomingMessage } from 'node:http';

/** How the reading of a body ended. */
export type HeldBody =
  | { readonly kind: 'whole'; readonly body: Buffer }
  /** It has more bytes than are read. What was read is gone, and nothing more is taken. */
  | { readonly kind: 'too-large' }
  /** The connection ended before the body did. */
  | { readonly kind: 'broken-off' };

/**
 * Whether the body of a request can be held: nothing of it has come yet, and what comes is pushed by Node's own parser. In
 * a call within the process (`inject`, a serverless adapter), over HTTP/2, and where the host has waited for something
 * before, it cannot; those are judged by the guard alone.
 */
export const canHold = (request: IncomingMessage): boolean =>
  request instanceof IncomingMessage && !request.complete && !request.readableDidRead && request.readableLength === 0;

/**
 * Reads a body and keeps it back from everybody behind, until {@link release} gives it to them as if it came just now. So
 * whoever parses bodies for the host gets only what the module wants him to get.
 *
 * It takes the bytes where Node hands them to the request (`push`): reading the stream would use it up.
 */
export class BodyHold {
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private isOver = false;

  /**
   * @param request - one of which {@link canHold} is true
   * @param limit - in bytes
   * @param onEnd - called once
   */
  constructor(
    private readonly request: IncomingMessage,
    private readonly limit: number,
    private readonly onEnd: (held: HeldBody) => void,
  ) {
    request.push = (chunk: Buffer | null) => this.take(chunk);
    request.once('close', () => this.end({ kind: 'broken-off' }));
  }

  /** Lets the body through to whoever reads next. */
  release(body: Buffer): void {
    Reflect.deleteProperty(this.request, 'push');
    if (body.length > 0) this.request.push(body);
    this.request.push(null);
  }

  /** @returns whether more is wanted, as `push` does */
  private take(chunk: Buffer | null): boolean {
    if (this.isOver) return false;
    if (chunk === null) {
      this.end({ kind: 'whole', body: Buffer.concat(this.chunks) });
      return false;
    }
    this.bytes += chunk.length;
    if (this.bytes > this.limit) this.end({ kind: 'too-large' });
    else this.chunks.push(chunk);
    return !this.isOver;
  }

  private end(held: HeldBody): void {
    if (this.isOver) return;
    this.isOver = true;
    this.chunks.length = 0;
    this.onEnd(held);
  }
}
