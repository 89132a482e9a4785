const LIMIT_MS = 120_000;
const PAUSE_MS = 50;

/**
 * Asks again until the answer, or the error instead of one, is as wished.
 *
 * @param {string} what is waited for
 * @throws Error with the last answer when the time is up
 */
export async function eventually(what, { ask, isGood, limitMs = LIMIT_MS }) {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const answer = await Promise.resolve()
      .then(ask)
      .catch((error) => error);
    if (isGood(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`gave up waiting for ${what}; the last answer was ${String(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
