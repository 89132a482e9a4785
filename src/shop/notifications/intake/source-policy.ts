import { Injectable } from '@nestjs/common';
import { sourceAddress } from '../../../support/index.js';
import { TerminalGroups, type TerminalGroup } from '../../core/index.js';
import { transactionIdOf, type IncomingNotification } from './notification-authenticator.js';

/** Whom the address of a request stands for when it cannot be told. */
const NOBODY = 'unknown';

/**
 * Who may come in at all, judged by address and URL alone: before the signature, and never in its place. Whatever is
 * refused here is answered like a wrong signature.
 */
@Injectable()
export class SourcePolicy {
  constructor(private readonly groups: TerminalGroups) {}

  /** The address a request came from, the shop's own proxies looked through; `unknown` when it cannot be told. */
  addressOf({ socket, headers }: Pick<IncomingNotification, 'socket' | 'headers'>): string {
    const origin = { remoteAddress: socket?.remoteAddress, forwardedFor: headers['x-forwarded-for'] };
    return sourceAddress(origin, this.groups.trustedProxies) ?? NOBODY;
  }

  /** Why a request may not come in, for the log; `null` when it may. */
  refuse(request: IncomingNotification, group: TerminalGroup): string | null {
    const orderId = transactionIdOf(request.query) ?? '';
    if (!group.capabilities.admits(orderId, request.params['capability'] ?? '')) return 'capability';
    const { allowedSources } = group;
    return allowedSources === null || allowedSources.has(this.addressOf(request)) ? null : 'source-not-allowed';
  }
}
