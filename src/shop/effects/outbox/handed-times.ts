interface Handed {
  readonly first: number;
  readonly last: number;
}

/**
 * How long effects have been handed over repeatedly without a start. They are not overdue in their table, so otherwise it
 * would not be noticed that no process takes them from their queue. Times of a monotonic clock.
 */
export class HandedTimes {
  private readonly handed = new Map<string, Handed>();

  /** @param keptMs - an effect that was not handed over again for so long has been begun, in milliseconds */
  constructor(private readonly keptMs: number) {}

  /** Notes effects that were handed over. */
  note(ids: readonly string[], now: number): void {
    for (const [id, { last }] of this.handed) if (now - last > this.keptMs) this.handed.delete(id);
    for (const id of ids) this.handed.set(id, { first: this.handed.get(id)?.first ?? now, last: now });
  }

  /** How long the effect that has waited longest has waited, in milliseconds; null where none was handed over twice. */
  waitingMs(now: number): number | null {
    const again = [...this.handed.values()].filter(({ first, last }) => last > first && now - last <= this.keptMs);
    return again.length === 0 ? null : now - Math.min(...again.map(({ first }) => first));
  }
}
