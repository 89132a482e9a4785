/** A step did not happen as expected. The message is what was seen instead. */
export class NotAsExpected extends Error {}

/** Tells a story step by step; a step is ticked only after its facts were checked. */
export class Narrator {
  private steps = 0;

  /** @param write prints a line, such as `console.log` */
  constructor(private readonly write: (line: string) => void) {}

  /** Number of steps that happened as expected. */
  get ticked(): number {
    return this.steps;
  }

  /** Prints a text without a check. */
  say(text: string): void {
    this.write(text);
  }

  /**
   * One step of the story. The work checks the facts and returns a text about them.
   *
   * @throws NotAsExpected if a fact was different; any other error if it could not be read
   */
  async step(title: string, work: () => Promise<string>): Promise<void> {
    try {
      const detail = await work();
      this.steps += 1;
      this.write(`  ✓ ${title}${detail && `\n      ${detail}`}`);
    } catch (error) {
      this.write(`  ✗ ${title}`);
      throw error;
    }
  }

  /** Tells a whole story. @returns whether all of it happened as expected; otherwise it has printed what was seen */
  async narrate(story: () => Promise<void>): Promise<boolean> {
    try {
      await story();
      return this.steps > 0;
    } catch (error) {
      const seen = error instanceof Error ? error.message : String(error);
      this.write(`      instead: ${seen}`);
      return false;
    }
  }
}

/**
 * Checks a fact.
 *
 * @throws NotAsExpected with what was seen, if it is false
 */
export function fact(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new NotAsExpected(seen);
}

/** Checks that two numbers are equal. */
export function count(what: string, actual: number, expected: number): void {
  fact(actual === expected, `${what}: ${actual}, expected ${expected}`);
}
