/** A program to run, and the targets of its output. */
export interface WatchedRun {
  program: string;
  args: string[];
  options?: { cwd?: string; env?: NodeJS.ProcessEnv };
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}

/** Resolves to the program's exit code; to 1 if a signal ended it or the canary was found. */
export function runWatched(run: WatchedRun): Promise<number>;
