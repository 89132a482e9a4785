/** Places of a worker that are kept for rows until the transaction that writes them has ended; that takes either of the two. */
export interface KeptPlaces<Row> {
  readonly count: number;
  /** The rows, no more than {@link count}, are committed under a lease of this process: the work on them begins. */
  take(rows: readonly Row[]): void;
  /** There are none after all. Does nothing after {@link take}. */
  drop(): void;
}

/** Rows that a process writes under its own lease, and works on as soon as they are committed, without claiming them. */
export class OwnRows<Row> {
  private taken = 0;
  private readonly underWay = new Set<Promise<void>>();

  /**
   * @param places - how many there may be at a time, those that are not committed yet included
   * @param perform - works on one, or gives it back; must not reject
   */
  constructor(
    private readonly places: number,
    private readonly perform: (row: Row) => Promise<void>,
  ) {}

  /** How many there are. */
  get size(): number {
    return this.taken;
  }

  /** Keeps as many of the wanted places as there are. */
  keep(wanted: number): KeptPlaces<Row> {
    const count = Math.max(0, Math.min(wanted, this.places - this.taken));
    this.taken += count;
    let settle: (() => void) | null = null;
    // A stop waits for the transaction as for the work: the rows are given back then.
    if (count > 0) this.add(new Promise<void>((resolve) => (settle = resolve)));
    const end = (rows: readonly Row[]): void => {
      if (settle === null) return;
      this.taken -= count - rows.length;
      for (const row of rows) this.add(this.perform(row).finally(() => (this.taken -= 1)));
      settle();
      settle = null;
    };
    return { count, take: end, drop: () => end([]) };
  }

  /** Resolves when there are none. */
  async ended(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private add(task: Promise<void>): void {
    this.underWay.add(task);
    void task.finally(() => this.underWay.delete(task));
  }
}
