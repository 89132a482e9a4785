import { Injectable } from '@nestjs/common';
import { callerAddress, TerminalGroups, type TerminalGroup } from '../../core/index.js';
import { transactionIdOf, type IncomingNotification } from './notification-authenticator.js';

/**
 * Who may come in at all, judged by address and URL alone: before the signature, and never in its place. Whatever is
 * refused here is answered like a wrong signature.
 */
@Injectable()
export class SourcePolicy {
  constructor(private readonly groups: TerminalGroups) {}

  /** The address a request came from: the caller before the shop's own proxies, or `unknown`. */
  addressOf(request: Pick<IncomingNotification, 'socket' | 'headers'>): string {
    return callerAddress(request, this.groups.trustedProxies);
  }

  /** Why a request may not come in, for the log; `null` when it may. */
  refuse(request: IncomingNotification, group: TerminalGroup): string | null {
    const orderId = transactionIdOf(request.query) ?? '';
    if (!group.capabilities.admits(orderId, request.params['capability'] ?? '')) return 'capability';
    const { allowedSources } = group;
    return allowedSources === null || allowedSources.has(this.addressOf(request)) ? null : 'source-not-allowed';
  }
}
