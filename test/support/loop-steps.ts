const STEPS = 200;

/**
 * Lets the event loop go on for as long as anything takes that was begun and is not waited for, and that asks only SQLite, which
 * has an answer at once. On a busy machine what takes long lets others go first, so it takes some steps more.
 */
export async function loopSteps(): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) await new Promise((resolve) => void setImmediate(resolve));
}

/** Lets everything go on that waits for nothing but promises: no timer runs, and nothing arrives meanwhile. */
export async function promiseSteps(): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) await Promise.resolve();
}
