import { readFileSync } from 'node:fs';

/** How long a clean stop may take before the process ends anyway. */
const STOP_DEADLINE_MS = 8_000;
const PARENT_CHECK_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends the process cleanly: on Ctrl-C, on a polite kill, when the terminal goes away, and, below npm, when npm has gone. A
 * terminal and npm may both pass on one Ctrl-C, so only a later one ends the process at once.
 */
export function stopWith(close: () => Promise<void>): void {
  let stoppingSince = 0;
  const stop = async (): Promise<void> => {
    if (stoppingSince > 0 && Date.now() - stoppingSince < 1_000) return;
    if (stoppingSince > 0) process.exit(130);
    stoppingSince = Date.now();
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    await close();
    process.exit(0);
  };
  const stopOrFail = (): void => void stop().catch(() => process.exit(1));
  for (const signal of SIGNALS) {
    // Vendure's own handlers would end the process before the others are closed.
    process.removeAllListeners(signal);
    process.on(signal, stopOrFail);
  }
  if (process.env['npm_lifecycle_event'] !== undefined) watchParent(stopOrFail);
}

/** A process whose parent has died is given another one; npm stands behind a shell, so the shell's parent counts too. */
function watchParent(orphaned: () => void): void {
  const timer = setInterval(() => {
    if (ancestors() === FIRST_ANCESTORS) return;
    clearInterval(timer);
    orphaned();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** Read when the process begins: npm may be gone before the servers are open. */
const FIRST_ANCESTORS = ancestors();

/** This process's parent and, where that is a shell and the system tells, the shell's parent. */
function ancestors(): string {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const [, command = '', grandparent = ''] = /\((.*)\) \S (\d+)/.exec(stat) ?? [];
    return command.endsWith('sh') ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}
