/** How long something is waited for. */
export interface Patience<L> {
  /** Longest wait, in milliseconds of real time. */
  readonly ms: number;
  /** What comes out of it after that time; may throw. */
  readonly late: () => L;
  /**
   * Whether the timer keeps the process alive; default true, as someone waits for the answer. With false, a process that has
   * been shut down does not stay for work that hangs.
   */
  readonly ref?: boolean;
}

/**
 * Waits for work, but only so long. Work that is late goes on after its caller has given up waiting: make sure that it
 * cannot do harm there.
 *
 * @throws whatever the work throws in time, or `late`
 * @example
 * const answer = await waitAtMost(fetch('https://shop.example'), { ms: 100, late: () => null });
 */
export async function waitAtMost<T, L>(work: Promise<T>, { ms, late, ref = true }: Patience<L>): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), Math.min(ms, LONGEST_MS));
    if (!ref) timer.unref();
  });
  try {
    const first = await Promise.race([work, limit]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}

const LATE = Symbol('late');
/** What is longer, `Infinity` included, Node takes for one millisecond. */
const LONGEST_MS = 2 ** 31 - 1;
