import { readFileSync } from 'node:fs';

/** How long a clean stop may take before the process ends anyway, in milliseconds. */
const STOP_DEADLINE_MS = 5_000;
const PARENT_CHECK_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends the process cleanly: on Ctrl-C, on SIGTERM, when the terminal closes, and, if npm started it, when npm has
 * exited without an error (then the servers would keep running unnoticed). A second signal ends it at once.
 */
export function stopWith(close: () => Promise<void>, exitCode = 0): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) process.exit(130);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    await close();
    process.exit(exitCode);
  };
  const stopOrFail = (): void => void stop().catch(() => process.exit(1));
  for (const signal of SIGNALS) process.on(signal, stopOrFail);
  if (process.env['npm_lifecycle_event'] !== undefined) watchParent(stopOrFail);
}

/** A process whose parent has died gets another parent; npm stands behind a shell, so the shell's parent counts too. */
function watchParent(orphaned: () => void): void {
  const timer = setInterval(() => {
    if (ancestors() === FIRST_ANCESTORS) return;
    clearInterval(timer);
    orphaned();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** Read when the process begins, because npm may exit before the servers are open. */
const FIRST_ANCESTORS = ancestors();

/** This process's parent and, if that is a shell and the system tells, the shell's parent. */
function ancestors(): string {
  const parent = process.ppid;
  try {
    const [, command = '', grandparent = ''] =
      /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return command.endsWith('sh') ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}
