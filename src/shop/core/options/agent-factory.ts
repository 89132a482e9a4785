import type { Agent } from 'node:http';
import type { AgentOptions } from 'node:https';

/**
 * Makes the agent by which a terminal group connects to the service: for a proxy that the network demands, a certificate of
 * the shop's own, or a way of its own to the service.
 *
 * @param options - how connections are kept; pass them on
 * @returns an agent for `http:` and `https:` addresses
 * @example
 * import { Agent } from 'node:https';
 * import type { AgentFactory } from 'tillbridge';
 * const agent: AgentFactory = (options) => new Agent({ ...options, localAddress: '192.0.2.7' });
 */
export type AgentFactory = (options: AgentOptions) => Agent;
