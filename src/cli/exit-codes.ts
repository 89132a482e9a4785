/** The meaning of the exit codes of the command line; docs/command-line.md shows this table. */
export const EXIT = {
  /** Done, and the answer, if there is one, is yes. */
  done: 0,
  /** Done, and the answer is no: findings, differences, not authentic, refused. */
  no: 1,
  /** The command was called wrongly; nothing was done. */
  usage: 2,
  /** Failed: configuration, database, network. */
  failed: 3,
  /** Stopped early by Ctrl-C; the same call continues. */
  stopped: 4,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
