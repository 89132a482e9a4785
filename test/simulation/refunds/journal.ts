/** What happened in a schedule: the faults by kind, and in a replay every line of it. */
export class Journal {
  readonly faults: Record<string, number> = {};
  readonly lines: string[] | null;

  constructor(
    private readonly start: number,
    keepsLines: boolean,
  ) {
    this.lines = keepsLines ? [] : null;
  }

  /** A fault was injected. */
  count(kind: string): void {
    this.faults[kind] = (this.faults[kind] ?? 0) + 1;
  }

  /** Writes a line down; the text is only made when someone is to read it. */
  note(now: number, text: () => string): void {
    this.lines?.push(`${((now - this.start) / 1_000).toFixed(3).padStart(12)} s  ${text()}`);
  }
}
