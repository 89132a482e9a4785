import { EXIT } from '../exit-codes.js';

const UNWRITTEN = 'OUTPUT_FAILED';
const UNWRITTEN_ADVICE =
  'Is the disk full? What the command did is done; call it again where its result can be written.';

const isUnread = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';

/**
 * Ends the program quietly when no one reads its result any more: in `tillbridge orders | head -1` that is no failure. Notes
 * that no one reads are dropped, since what is under way must come to its end. To be called once, before anything is printed.
 */
export function endWhenUnread(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isUnread(error)) process.exit(EXIT.done);
    process.stderr.write(`${UNWRITTEN}: the result could not be written: ${error.message}\n${UNWRITTEN_ADVICE}\n`);
    process.exit(EXIT.failed);
  });
  // Where the disk is full or the terminal is gone, notes are lost; the exit code and the result are not.
  process.stderr.on('error', () => undefined);
}

/**
 * Keeps standard output for the result. An application prints what it likes while it is opened (its logger, a banner), and
 * one line of that would spoil the JSON document; so it goes to standard error until the process ends.
 *
 * @returns writes to the real standard output, and resolves when all of it is handed on
 */
export function reserveStandardOutput(): (text: string) => Promise<void> {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  // Where it fails, the error of the stream ends the program: an exit code of the command would come before that.
  return (text) => new Promise((resolve) => write(text, (error) => (error ? undefined : resolve())));
}
