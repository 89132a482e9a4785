import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/**
 * How long an unused connection is kept, in milliseconds. Node's servers close theirs after 5 s. The agent honours a shorter
 * time that a server announces (`Keep-Alive: timeout`), with a second to spare.
 */
const IDLE_MS = 4_000;
/** Unused connections kept to one host. */
const MAX_IDLE = 16;

/** A pair of agents as axios takes them. */
export interface AgentPair {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

const kept = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE };
const fresh = { keepAlive: false };
const pairOf = (options: typeof kept | typeof fresh): AgentPair => ({
  httpAgent: new HttpAgent(options),
  // Set explicitly: otherwise NODE_TLS_REJECT_UNAUTHORIZED=0, set for another purpose, would send the key to any man in the
  // middle.
  httpsAgent: new HttpsAgent({ ...options, rejectUnauthorized: true }),
});

/** A pair for connections that are used once. */
export const freshAgents = (): AgentPair => pairOf(fresh);

/** The connections to the service (scenario N3). */
export class Connections {
  /** For reads: kept and used again. */
  readonly kept = pairOf(kept);
  /**
   * For writes, one connection each: a kept one may have been closed by the peer, which turns a clean failure into an unknown
   * outcome.
   */
  readonly fresh = freshAgents();

  /** Closes all of them, and cuts calls under way. */
  close(): void {
    for (const pair of [this.kept, this.fresh]) {
      pair.httpAgent.destroy();
      pair.httpsAgent.destroy();
    }
  }
}
