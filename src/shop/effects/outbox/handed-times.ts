interface Handed {
  readonly first: number;
  readonly last: number;
}

/**
 * For how long effects have been handed over again and again without having been begun: they are not overdue in their
 * table, and no one would see that no process takes them from their queue. Times by a clock that never jumps.
 */
export class HandedTimes {
  private readonly handed = new Map<string, Handed>();

  /** @param keptMs - what was not handed over again after so long has been begun, in milliseconds */
  constructor(private readonly keptMs: number) {}

  /** Effects were handed over. */
  note(ids: readonly string[], now: number): void {
    for (const [id, { last }] of this.handed) if (now - last > this.keptMs) this.handed.delete(id);
    for (const id of ids) this.handed.set(id, { first: this.handed.get(id)?.first ?? now, last: now });
  }

  /** For how long the one has waited that has waited longest, in milliseconds; null where none was handed over twice. */
  waitingMs(now: number): number | null {
    const again = [...this.handed.values()].filter(({ first, last }) => last > first && now - last <= this.keptMs);
    return again.length === 0 ? null : now - Math.min(...again.map(({ first }) => first));
  }
}
