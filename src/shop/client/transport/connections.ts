import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/**
 * How long an unused connection is kept, in milliseconds. Node's servers close theirs after 5 s; a shorter time that a
 * server announces (`Keep-Alive: timeout`) is honoured by the agent, with a second to spare.
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
  // Said, so that NODE_TLS_REJECT_UNAUTHORIZED=0, set for something else, does not send the key to anyone in the way.
  httpsAgent: new HttpsAgent({ ...options, rejectUnauthorized: true }),
});

/** A pair for connections that are used once. */
export const freshAgents = (): AgentPair => pairOf(fresh);

/** The connections to the service (scenario N3). */
export class Connections {
  /** For reads: kept and used again. */
  readonly kept = pairOf(kept);
  /**
   * For writes, one each: a kept one may have been closed by the peer, which turns a clean failure into one of
   * unknown outcome.
   */
  readonly fresh = freshAgents();

  /** Closes all of them; cuts what is under way. */
  close(): void {
    for (const pair of [this.kept, this.fresh]) {
      pair.httpAgent.destroy();
      pair.httpsAgent.destroy();
    }
  }
}
