/** A program to run, and where its output goes. */
export interface WatchedRun {
  program: string;
  args: string[];
  options?: { cwd?: string; env?: NodeJS.ProcessEnv };
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}

/** Resolves to the program's exit code; to 1 when a signal ended it or the canary was seen. */
export function runWatched(run: WatchedRun): Promise<number>;
