/**
 * Keeps standard output for the result. An application prints what it likes while it is opened (its logger, a banner), and
 * one line of that would spoil the JSON document; so it goes to standard error until the process ends.
 *
 * @returns writes to the real standard output, and resolves when all of it is handed on
 */
export function reserveStandardOutput(): (text: string) => Promise<void> {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // Anyone who reads may have seen enough (`| head`): that is no failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  stdout.write = stderr.write.bind(stderr);
  return (text) => new Promise((resolve) => write(text, () => resolve()));
}
