/** How a statement is lost. */
export interface StatementLoss {
  /**
   * Before the server has received it, or after the server has carried it out; `reset`: before, and the connection does not
   * end in order, but is reset.
   */
  readonly moment: 'before' | 'after' | 'reset';
  /** How long the connection is silent before it ends, in milliseconds; 0: it ends at once. */
  readonly holdMs: number;
}

/** A proxy of a database server that can cut a connection at a chosen statement, or exactly around a COMMIT. */
export interface CuttingProxy {
  /** The server's URL with the proxy's port. */
  url: string;
  /** The server carries out the next COMMIT, but the connection ends instead of its answer. */
  cutNextCommit(): void;
  /** The next statement ends its connection: see {@link StatementLoss.moment}. */
  cutNext(moment: StatementLoss['moment']): void;
  /** From now on each statement reaches the server `ms` milliseconds later: it stands in another region, or its disk is slow. */
  moveAway(ms: number): void;
  /** From now on the client learns of the end of a connection `ms` milliseconds after the server has ended it. */
  linger(ms: number): void;
  /** Calls `draw` for every COMMIT from now on, to decide whether it is lost. */
  loseCommits(draw: () => StatementLoss | null): void;
  /** Simulates a restart of the server: every connection ends, and the next `refused` ones are refused. */
  restart(refused: number): void;
  /** The server is away: every connection ends, and for `ms` milliseconds no one listens at its port. */
  shutFor(ms: number): void;
  close(): Promise<void>;
}

/** Starts a {@link CuttingProxy} for the server of `url`. */
export function startCuttingProxy(url: string): Promise<CuttingProxy>;
