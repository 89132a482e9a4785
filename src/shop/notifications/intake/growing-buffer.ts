/** Least memory of a body of which something has arrived, in bytes. */
const LEAST = 1_024;

/**
 * Bytes that arrive in pieces, in one buffer. Each piece is copied: kept separately, a piece of one byte takes some hundred
 * bytes of memory, or 64 KB as a view of the data read from the socket.
 */
export class GrowingBuffer {
  private memory = Buffer.alloc(0);
  private length = 0;

  /** @param most - most bytes to hold; the memory is never larger */
  constructor(private readonly most: number) {}

  /** Bytes of memory in use, including the unused ones. */
  get capacity(): number {
    return this.memory.length;
  }

  /** Bytes that have arrived. */
  get size(): number {
    return this.length;
  }

  /**
   * Adds a piece.
   *
   * @returns false, and keeps nothing of the piece, when there would be more bytes than the limit
   */
  add(piece: Uint8Array): boolean {
    const needed = this.length + piece.length;
    if (needed > this.most) return false;
    if (needed > this.memory.length) this.grow(needed);
    this.memory.set(piece, this.length);
    this.length = needed;
    return true;
  }

  /** Returns the bytes in memory of exactly their size, and drops them here. */
  take(): Buffer {
    const { memory, length } = this;
    this.clear();
    if (memory.length === length) return memory;
    const exact = Buffer.allocUnsafeSlow(length);
    memory.copy(exact, 0, 0, length);
    return exact;
  }

  /** Drops the bytes and frees the memory. */
  clear(): void {
    this.memory = Buffer.alloc(0);
    this.length = 0;
  }

  /** Doubles the memory, so that all copies together are at most twice the bytes. */
  private grow(needed: number): void {
    const size = Math.min(this.most, Math.max(needed, LEAST, this.memory.length * 2));
    // Not from Node's pool: a slice of the pool would keep all of the pool in memory.
    const larger = Buffer.allocUnsafeSlow(size);
    this.memory.copy(larger, 0, 0, this.length);
    this.memory = larger;
  }
}
