import type { Socket } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Incoming bytes of a socket, read in the order of a message: head, then body. */
export class Inflow {
  private held = Buffer.alloc(0);
  private isOver = false;
  private wake: (() => void) | undefined;

  constructor(readonly socket: Socket) {
    socket.on('data', this.keep);
    for (const event of ['end', 'close', 'error'] as const) socket.on(event, this.stop);
  }

  /** The head of a message, with its final blank line. @throws InflowEnded */
  async head(): Promise<Buffer> {
    await this.until(() => this.held.includes(END_OF_HEAD));
    return this.take(this.held.indexOf(END_OF_HEAD) + END_OF_HEAD.length);
  }

  /** Exactly `bytes` bytes. @throws InflowEnded */
  async exactly(bytes: number): Promise<Buffer> {
    await this.until(() => this.held.length >= bytes);
    return this.take(bytes);
  }

  /** From now on every byte goes to `onData`, beginning with the held ones. */
  flow(onData: (chunk: Buffer) => void): void {
    this.socket.off('data', this.keep);
    if (this.held.length > 0) onData(this.take(this.held.length));
    this.socket.on('data', onData);
  }

  private readonly keep = (chunk: Buffer): void => {
    this.held = Buffer.concat([this.held, chunk]);
    this.wake?.();
  };

  private readonly stop = (): void => {
    this.isOver = true;
    this.wake?.();
  };

  private take(bytes: number): Buffer {
    const taken = this.held.subarray(0, bytes);
    this.held = this.held.subarray(bytes);
    return taken;
  }

  private async until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (this.isOver) throw new InflowEnded();
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

/** The other side disconnected before it sent the expected bytes. */
export class InflowEnded extends Error {}

/** Length of the body by its head, in bytes. */
export const bodyLength = (head: Buffer): number =>
  Number(/\r\ncontent-length: *(\d+)/i.exec(head.toString('latin1'))?.[1] ?? 0);
