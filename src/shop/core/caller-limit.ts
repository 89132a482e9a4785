import { RateLimiter } from 'limiter';
import { isIPv6 } from 'node:net';
import { BoundedMap } from '../../support/index.js';

/** Callers that are remembered. Without a bound, requests from strangers would fill the memory. */
const MAX_CALLERS = 10_000;

/** How much one caller may cause. */
export interface CallerAllowance {
  /** How often in each interval. */
  readonly times: number;
  readonly intervalMs: number;
}

/** Counts the requests of each caller that has not proved to be the service. Its memory is bounded. */
export class CallerLimit {
  /** The caller that has been quiet for longest is forgotten first. */
  private readonly callers = new BoundedMap<string, RateLimiter>(MAX_CALLERS);

  constructor(private readonly allowance: CallerAllowance) {}

  /**
   * Counts one more request.
   *
   * @param address - of the caller
   * @returns whether the caller is still within the allowance
   */
  admit(address: string): boolean {
    const caller = callerOf(address);
    const { times: tokensPerInterval, intervalMs: interval } = this.allowance;
    const known = this.callers.get(caller) ?? new RateLimiter({ tokensPerInterval, interval });
    this.callers.set(caller, known);
    return known.tryRemoveTokens(1);
  }
}

const GROUPS = 8;
/** A caller with one IPv6 address has the whole /64 network (the first four groups): more addresses than could be counted. */
const GROUPS_OF_NETWORK = 4;

/** The caller that an address stands for: the address itself, or its IPv6 network. */
function callerOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [left, right = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, GROUPS - left!.length - right.length)).fill('0');
  const network = [...left!, ...zeros, ...right].slice(0, GROUPS_OF_NETWORK);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
