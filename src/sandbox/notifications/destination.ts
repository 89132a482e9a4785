import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress } from '../core/index.js';

/** The `code` of the error if a host must not receive notifications. */
export const DESTINATION_BLOCKED = 'DESTINATION_BLOCKED';

/** Resolves every address of a name; in production Node's own `dns.lookup`. */
export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Agents that connect only to loopback and the allowed hosts. */
export interface DestinationAgents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

/**
 * Whether a URL may be tried at all. Addresses are checked here, because a connection to an address uses no resolver;
 * names are checked by {@link guardedLookup} when the connection is made.
 */
export function mayTry(url: string, allowedHosts: readonly string[]): boolean {
  const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(hostname) === 0 || isLoopbackAddress(hostname) || allowedHosts.includes(hostname);
}

/**
 * A resolver for sockets. The connection uses exactly the checked address, so a name cannot be checked with one address
 * and then reached at another.
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

/** Agents whose connections use {@link guardedLookup}; each connection is used once. */
export function destinationAgents(allowedHosts: readonly string[], resolveAll?: ResolveAll): DestinationAgents {
  const options = { keepAlive: false, lookup: guardedLookup(allowedHosts, resolveAll) };
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
}

function blocked(): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error('The host is neither loopback nor among the allowed hosts.');
  error.code = DESTINATION_BLOCKED;
  return error;
}
