/** What the command line's exit codes mean; docs/command-line.md shows this table. */
export const EXIT = {
  /** It was done, and the answer, where there is one, is yes. */
  done: 0,
  /** It was done, and the answer is no: findings, differences, not authentic, refused. */
  no: 1,
  /** The command was called wrongly; nothing was done. */
  usage: 2,
  /** It could not be done: configuration, database, network. */
  failed: 3,
  /** It was stopped early, by Ctrl-C; the same call goes on. */
  stopped: 4,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
