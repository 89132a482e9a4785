import { Injectable } from '@nestjs/common';
import { RateLimiter } from 'limiter';
import { CallerLimit, TerminalGroups } from '../../core/index.js';
import { BootCheckNonce } from '../startup-check/boot-check-nonce.js';
import { refuse, type IncomingNotification, type Refused } from './notification-authenticator.js';
import { SourcePolicy } from './source-policy.js';

/** How many unknown names the host looks up for one address. */
const FOR_EACH_ADDRESS = { times: 20, intervalMs: 10_000 };
/** The limit for all addresses together. */
const FOR_ALL = { tokensPerInterval: 100, interval: 10_000 };
/** Most requests that wait for the host's answer, with their bodies: 16 MB at most. */
const MOST_WAITING = 64;

const groupNamed = ({ params }: IncomingNotification): string => params['group'] ?? '';

/**
 * Has the host look up the terminal group of a URL when it is unknown (option `resolveGroup`). Anyone can write any name into
 * a URL, so the cost for the host is bounded. A name that cannot be looked up now is answered with 503, so that the service
 * sends again. A name without a group is answered like a wrong key.
 */
@Injectable()
export class GroupLookup {
  private readonly callers = new CallerLimit(FOR_EACH_ADDRESS);
  private readonly all = new RateLimiter(FOR_ALL);
  private waiting = 0;

  constructor(
    private readonly groups: TerminalGroups,
    private readonly policy: SourcePolicy,
    private readonly bootCheck: BootCheckNonce,
  ) {}

  /**
   * Begins to look up the group of a request.
   *
   * @returns null when there is nothing to wait for; otherwise a promise of the refusal, or of null
   */
  begin(incoming: IncomingNotification): Promise<Refused | null> | null {
    const name = groupNamed(incoming);
    const state = this.groups.stateOf(name);
    if (state === 'known' || state === 'unknown' || this.bootCheck.isOn(incoming.headers)) return null;
    const isFree = this.waiting < MOST_WAITING && (state === 'asked' || this.admits(incoming));
    return isFree ? this.ask(name) : Promise.resolve(UNASKED);
  }

  private admits(incoming: IncomingNotification): boolean {
    return this.callers.admit(this.policy.addressOf(incoming)) && this.all.tryRemoveTokens(1);
  }

  private async ask(name: string): Promise<Refused | null> {
    this.waiting += 1;
    try {
      await this.groups.learn(name);
      return null;
    } catch {
      // The failure was logged where it happened.
      return UNRESOLVED;
    } finally {
      this.waiting -= 1;
    }
  }
}

const UNASKED = refuse('unavailable', 'too many names of terminal groups that are not known were to be looked up');
const UNRESOLVED = refuse('unavailable', 'its terminal group could not be looked up by resolveGroup');
