const STEPS = 200;

/**
 * Lets the event loop run until unawaited work has ended that only uses SQLite, which answers at once. On a busy
 * machine long work yields to others, so it takes some more steps.
 */
export async function loopSteps(): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) await new Promise((resolve) => void setImmediate(resolve));
}

/** Lets work run that waits only for promises: no timer fires, and no I/O arrives meanwhile. */
export async function promiseSteps(): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) await Promise.resolve();
}
