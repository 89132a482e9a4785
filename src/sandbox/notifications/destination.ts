import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress } from '../core/index.js';

/** The `code` of the error with which a lookup refuses a host that notifications may not go to. */
export const DESTINATION_BLOCKED = 'DESTINATION_BLOCKED';

/** Asks the resolver for every address of a name; Node's own `dns.lookup` in production. */
export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Connections that reach loopback and the allowed hosts, nothing else. */
export interface DestinationAgents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

/**
 * Whether a URL may be tried at all. Addresses are judged here, because a connection to an address asks no resolver;
 * names are judged by {@link guardedLookup} at the moment of connecting.
 */
export function mayTry(url: string, allowedHosts: readonly string[]): boolean {
  const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(hostname) === 0 || isLoopbackAddress(hostname) || allowedHosts.includes(hostname);
}

/**
 * A resolver for sockets: what it lets through is what is connected to, so a name cannot be checked as one address
 * and then reached as another.
 */
export function guardedLookup(allowedHosts: readonly string[], resolveAll: ResolveAll = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolveAll(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const allowed = allowedHosts.includes(hostname.toLowerCase());
      const usable = addresses.filter(({ address }) => allowed || isLoopbackAddress(address));
      const [first] = usable;
      if (first === undefined) return callback(blocked(), '', 0);
      return options.all === true ? callback(null, usable) : callback(null, first.address, first.family);
    });
  };
}

/** Agents whose connections are resolved by {@link guardedLookup}; each connection is used once. */
export function destinationAgents(allowedHosts: readonly string[], resolveAll?: ResolveAll): DestinationAgents {
  const options = { keepAlive: false, lookup: guardedLookup(allowedHosts, resolveAll) };
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
}

function blocked(): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error('The host is neither loopback nor among the allowed hosts.');
  error.code = DESTINATION_BLOCKED;
  return error;
}
