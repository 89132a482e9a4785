import { EXIT } from '../exit-codes.js';

const isUnread = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';

/**
 * Ends the program quietly when no one reads its result any more: in `tillbridge orders | head -1` that is no failure. Notes
 * that no one reads are dropped, since what is under way must come to its end. To be called once, before anything is printed.
 */
export function endWhenUnread(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!isUnread(error)) throw error;
    process.exit(EXIT.done);
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (!isUnread(error)) throw error;
  });
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
