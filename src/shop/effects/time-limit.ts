/**
 * Waits for work, but not for ever. Work that is late goes on behind the back of whoever gave up waiting: make sure that
 * it cannot do harm there.
 *
 * @param limitMs - longest wait, in milliseconds of real time
 * @param late - the error of work that took longer
 * @throws whatever the work throws, or the error of `late`
 */
export async function withinLimit<T>(work: () => Promise<T>, limitMs: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), limitMs);
    // A process that has been shut down does not stay for what hangs.
    timer.unref();
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
