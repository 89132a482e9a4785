import { EXIT } from '../exit-codes.js';

const UNWRITTEN = 'OUTPUT_FAILED';
const UNWRITTEN_ADVICE =
  'Is the disk full? What the command did is done; call it again where its result can be written.';

const isUnread = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';

/**
 * Ends the program quietly if its result is no longer read: in `tillbridge orders | head -1` that is no failure. Notes
 * are dropped then, and the running work still ends. Call it once, before anything is printed.
 */
export function endWhenUnread(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isUnread(error)) process.exit(EXIT.done);
    process.stderr.write(`${UNWRITTEN}: the result could not be written: ${error.message}\n${UNWRITTEN_ADVICE}\n`);
    process.exit(EXIT.failed);
  });
  // If the disk is full or the terminal is closed, notes are lost; the exit code and the result are not.
  process.stderr.on('error', () => undefined);
}

/**
 * Keeps standard output for the result. An application may print while it is opened (its logger, a banner), and one
 * such line would break the JSON document. So that output goes to standard error until the process ends.
 *
 * @returns a function that writes to the real standard output, and resolves when all of it is written
 */
export function reserveStandardOutput(): (text: string) => Promise<void> {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  // On failure, the stream's error handler ends the program. If this promise settled, the command's exit code would
  // come first.
  return (text) => new Promise((resolve) => write(text, (error) => (error ? undefined : resolve())));
}
