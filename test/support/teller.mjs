const TELL_EVERY_MS = 5_000;

/**
 * Prints the progress of a long run: on the error stream, at most one line every five seconds.
 *
 * @returns {(text: string, isUrgent?: boolean) => void} an urgent text is printed at once
 */
export function teller() {
  let last = performance.now();
  return (text, isUrgent = false) => {
    const now = performance.now();
    if (!isUrgent && now - last < TELL_EVERY_MS) return;
    last = now;
    process.stderr.write(`  ${text}\n`);
  };
}
