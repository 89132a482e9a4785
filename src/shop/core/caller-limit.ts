import { RateLimiter } from 'limiter';
import { isIPv6 } from 'node:net';
import { BoundedMap } from '../../support/index.js';

/** Callers that are remembered; what strangers send must not fill the memory. */
const MAX_CALLERS = 10_000;

/** How much one caller may cause. */
export interface CallerAllowance {
  /** How often in each interval. */
  readonly times: number;
  readonly intervalMs: number;
}

/** Counts what each caller causes who has not shown that it is the service. Its memory is bounded. */
export class CallerLimit {
  /** Whoever has been quiet for longest is forgotten first. */
  private readonly callers = new BoundedMap<string, RateLimiter>(MAX_CALLERS);

  constructor(private readonly allowance: CallerAllowance) {}

  /**
   * Counts one more.
   *
   * @param address - of the caller
   * @returns whether it is still within the allowance
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
/** Whoever has one IPv6 address has all of its first four groups (a /64), more than could ever be counted. */
const GROUPS_OF_NETWORK = 4;

/** Whom an address stands for. */
function callerOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [left, right = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, GROUPS - left!.length - right.length)).fill('0');
  const network = [...left!, ...zeros, ...right].slice(0, GROUPS_OF_NETWORK);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
