/** A step did not happen as told. Says what was seen instead. */
export class NotAsExpected extends Error {}

/** Tells a story step by step; a step is ticked only after its facts were checked. */
export class Narrator {
  private steps = 0;

  /** @param write where a line goes, e.g. `console.log` */
  constructor(private readonly write: (line: string) => void) {}

  /** Number of steps that happened as told. */
  get ticked(): number {
    return this.steps;
  }

  /** Something that is said, not checked. */
  say(text: string): void {
    this.write(text);
  }

  /**
   * One step of the story. The work checks the facts and returns what there is to say about them.
   *
   * @throws NotAsTold when a fact was different, any other error when it could not be had
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

  /** Listens to a whole story. @returns whether all of it happened as told; otherwise it has said what was seen */
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
 * States a fact.
 *
 * @throws NotAsTold with what was seen, when it does not hold
 */
export function fact(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new NotAsExpected(seen);
}

/** States that two numbers are equal. */
export function count(what: string, actual: number, expected: number): void {
  fact(actual === expected, `${what}: ${actual}, expected ${expected}`);
}
