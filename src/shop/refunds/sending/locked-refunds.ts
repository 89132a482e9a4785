/** From when on a lock is told of, in milliseconds: what the module and its handlers lock is free again sooner, as a rule. */
const LONG_MS = 10_000;
/** How often at least a refund that is next is met, in milliseconds. After a longer time it was free meanwhile. */
const GAP_MS = 5_000;

/**
 * Refunds that are left out because another transaction has locked their order. With several processes that is so for a moment
 * whenever two of them choose the next refund: only a lock that lasts is worth a line in the log.
 */
export class LockedRefunds {
  private readonly seen = new Map<string, { readonly since: number; readonly last: number }>();

  /** Whether a refund that is locked now has been so for long, each time it was met. @param now - epoch milliseconds */
  isLong(id: string, now: number): boolean {
    for (const [each, { last }] of this.seen) if (now - last > GAP_MS) this.seen.delete(each);
    const since = this.seen.get(id)?.since ?? now;
    this.seen.set(id, { since, last: now });
    return now - since >= LONG_MS;
  }
}
