import type { ChildProcess } from 'node:child_process';

/** Kills a child together with this process. */
export function killAtExit(child: ChildProcess): void;
