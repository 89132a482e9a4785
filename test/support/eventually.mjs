const LIMIT_MS = 120_000;
const PAUSE_MS = 50;

/**
 * Asks repeatedly until the answer, or the error instead of one, is as expected.
 *
 * @param {string} what the expected condition, for the message
 * @throws Error with the last answer after the time limit
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
