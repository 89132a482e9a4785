/** What a body of which anything has come takes at least, in bytes. */
const LEAST = 1_024;

/**
 * Bytes that come in pieces, in one buffer. Each piece is copied: by itself a piece of one byte takes some hundred bytes of
 * memory, or, as a view of what was read from the socket, 64 KB.
 */
export class GrowingBuffer {
  private memory = Buffer.alloc(0);
  private length = 0;

  /** @param most - bytes that are ever to be held; the memory is never larger */
  constructor(private readonly most: number) {}

  /** Bytes of memory that it takes, the unused ones included. */
  get capacity(): number {
    return this.memory.length;
  }

  /** Bytes that have come. */
  get size(): number {
    return this.length;
  }

  /**
   * Adds a piece.
   *
   * @returns false, and keeps nothing of it, when there would be more bytes than are ever to be held
   */
  add(piece: Uint8Array): boolean {
    const needed = this.length + piece.length;
    if (needed > this.most) return false;
    if (needed > this.memory.length) this.grow(needed);
    this.memory.set(piece, this.length);
    this.length = needed;
    return true;
  }

  /** Gives the bytes away, in memory of exactly their size, and forgets them. */
  take(): Buffer {
    const { memory, length } = this;
    this.clear();
    if (memory.length === length) return memory;
    const exact = Buffer.allocUnsafeSlow(length);
    memory.copy(exact, 0, 0, length);
    return exact;
  }

  /** Forgets the bytes, and lets go of the memory. */
  clear(): void {
    this.memory = Buffer.alloc(0);
    this.length = 0;
  }

  /** Twice as much as before, so that all copies together are no more than twice the bytes. */
  private grow(needed: number): void {
    const size = Math.min(this.most, Math.max(needed, LEAST, this.memory.length * 2));
    // Not from Node's pool: a slice of it would keep the rest of the pool.
    const larger = Buffer.allocUnsafeSlow(size);
    this.memory.copy(larger, 0, 0, this.length);
    this.memory = larger;
  }
}
