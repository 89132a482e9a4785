const LIMIT_MS = 60_000;
const GAP_MS = 25;

/** Waits until the condition holds. @throws Error with what was seen last */
export async function eventually<T>(read: () => Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const value = await read();
    if (isGood(value)) return value;
    if (Date.now() > end) throw new Error(`it did not come to pass; seen last: ${JSON.stringify(value, null, 1)}`);
    await new Promise((resolve) => setTimeout(resolve, GAP_MS));
  }
}
