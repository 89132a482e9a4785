import { Injectable } from '@nestjs/common';
import { callerAddress, TerminalGroups, type TerminalGroup } from '../../core/index.js';
import { refuse, transactionIdOf, type IncomingNotification, type Refused } from './notification-authenticator.js';

/**
 * Decides by address and URL alone which requests may come in: before the signature, and never instead of it. A refusal is
 * answered like a wrong signature.
 */
@Injectable()
export class SourcePolicy {
  constructor(private readonly groups: TerminalGroups) {}

  /** The address a request came from: the caller before the shop's own proxies, or `unknown`. */
  addressOf(request: Pick<IncomingNotification, 'socket' | 'headers'>): string {
    return callerAddress(request, this.groups.trustedProxies);
  }

  /** Why a request may not come in; `null` when it may. */
  refuse(request: IncomingNotification, group: TerminalGroup): Refused | null {
    const orderId = transactionIdOf(request.query) ?? '';
    if (!group.capabilities.admits(orderId, request.params['capability'] ?? '')) return refuse('refused', 'capability');
    const { allowedSources } = group;
    const isAllowed = allowedSources === null || allowedSources.has(this.addressOf(request));
    return isAllowed ? null : refuse('refused', 'source-not-allowed');
  }
}
