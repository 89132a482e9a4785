/**
 * Whether work ended in time. The timer holds the process: somebody waits for the answer.
 *
 * @param patienceMs - longest wait, in milliseconds of real time
 */
export async function endsWithin(work: Promise<void>, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    return await Promise.race([work.then(() => true), patience]);
  } finally {
    clearTimeout(timer);
  }
}
