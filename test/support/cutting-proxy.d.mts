/** How a statement is lost. */
export interface StatementLoss {
  /** Before it has reached the server, or after the server has carried it out. */
  readonly moment: 'before' | 'after';
  /** For how long the connection is silent before it ends, in milliseconds; 0: it ends at once. */
  readonly holdMs: number;
}

/** A proxy before a database server that can cut a connection at a chosen statement, or exactly around a COMMIT. */
export interface CuttingProxy {
  /** The server's address with the proxy's port. */
  url: string;
  /** The next COMMIT reaches the server; its answer does not come back, the connection ends instead. */
  cutNextCommit(): void;
  /** The next statement ends its connection: before it has reached the server, or afterwards, when the answer should come. */
  cutNext(moment: 'before' | 'after'): void;
  /** Asks of every COMMIT from now on whether it is lost. */
  loseCommits(draw: () => StatementLoss | null): void;
  /** As when the server is started anew: every connection ends, and the next ones are refused, as many as told. */
  restart(refused: number): void;
  close(): Promise<void>;
}

/** Starts a {@link CuttingProxy} in front of the server that `url` names. */
export function startCuttingProxy(url: string): Promise<CuttingProxy>;
