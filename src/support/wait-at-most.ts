/** The longest time of a timer, 24 days: Node treats longer ones, including `Infinity`, as one millisecond. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** How long a caller waits, and what happens then. */
export interface Patience<L> {
  /** Longest wait, in milliseconds of real time. */
  readonly ms: number;
  /** The result after that time; may throw. */
  readonly late: () => L;
  /**
   * Whether the timer keeps the process alive; default true, because a caller waits. With false, a process that is
   * shutting down does not wait for work that hangs.
   */
  readonly ref?: boolean;
}

/**
 * Waits for work, but only for a limited time. Late work continues after its caller has stopped waiting: make sure that
 * it cannot do harm then.
 *
 * @throws the error of the work, or what `late` throws
 * @example
 * const answer = await waitAtMost(fetch('https://shop.example'), { ms: 100, late: () => null });
 */
export async function waitAtMost<T, L>(work: Promise<T>, { ms, late, ref = true }: Patience<L>): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), Math.min(ms, LONGEST_TIMER_MS));
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
