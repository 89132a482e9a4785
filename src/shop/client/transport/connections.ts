import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AgentFactory, TerminalGroup } from '../../core/index.js';

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
  readonly httpsAgent: HttpAgent;
}

const kept = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE };
const fresh = { keepAlive: false };

function pairOf(options: typeof kept | typeof fresh, make: AgentFactory | null): AgentPair {
  if (make === null) return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
  const agent = make({ ...options });
  // Node would connect directly without an agent, past the proxy that the network demands.
  if (!isAgent(agent)) throw new TypeError('agent of a terminal group must make an agent of node:http or node:https');
  return { httpAgent: agent, httpsAgent: agent };
}

const isAgent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'addRequest') === 'function';

/** A pair for connections that are used once. @throws TypeError if the factory makes no agent */
export const freshAgents = (make: AgentFactory | null): AgentPair => pairOf(fresh, make);

/** The connections to the service (scenario N3). */
export class Connections {
  /** For reads: kept and used again. Those of a group's own agents end by themselves when no one uses them. */
  private readonly direct = pairOf(kept, null);
  private readonly made = new WeakMap<AgentFactory, AgentPair>();
  /**
   * For writes, one connection each: a kept one may have been closed by the peer, which turns a clean failure into an unknown
   * outcome.
   */
  private readonly fresh = freshAgents(null);

  /** The agents of a call. @param mayReuse - whether a connection that was used before will do */
  of({ agent: make }: Pick<TerminalGroup, 'agent'>, mayReuse: boolean): AgentPair {
    if (make === null) return mayReuse ? this.direct : this.fresh;
    if (!mayReuse) return freshAgents(make);
    const pair = this.made.get(make) ?? pairOf(kept, make);
    this.made.set(make, pair);
    return pair;
  }

  /** Closes all of them, and cuts calls under way. */
  close(): void {
    for (const pair of [this.direct, this.fresh]) {
      pair.httpAgent.destroy();
      pair.httpsAgent.destroy();
    }
  }
}
