const TELL_EVERY_MS = 5_000;

/**
 * How a long run tells how far it is: on the error stream, a line every five seconds at most.
 *
 * @returns {(text: string, isUrgent?: boolean) => void} what is urgent is told at once
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
