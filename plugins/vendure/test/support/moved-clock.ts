/** The clock of the machine, moved by as much as a test has said: the sandbox and the module share it. */
export class MovedClock {
  private offsetMs = 0;

  now(): number {
    return Date.now() + this.offsetMs;
  }

  advance(ms: number): void {
    this.offsetMs += ms;
  }

  /** Is ahead of the machine's by so much. */
  lead(ms: number): void {
    this.offsetMs = ms;
  }

  set(ms: number): void {
    this.offsetMs = ms - Date.now();
  }
}
