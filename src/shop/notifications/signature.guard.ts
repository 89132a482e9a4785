import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Clock } from '../../support/index.js';
import { TerminalGroups } from '../terminal-groups/index.js';
import { CLOCK } from '../tillbridge.tokens.js';
import { BootCheckNonce } from './boot-check-nonce.js';
import { Entrance } from './entrance.service.js';
import { NotificationRefused } from './notification-answer.js';
import { authenticate, type IncomingNotification, type VerifiedNotification } from './notification-authenticator.js';

/** What the guard leaves on the request for the controller. */
export interface NotificationRequest extends IncomingNotification {
  tillbridge?: { readonly group: string; readonly notification: VerifiedNotification; readonly isBootCheck: boolean };
}

/**
 * Lets only the service's own notifications through (spec §5.2). The route's `:group` names the terminal group whose
 * keys are tried; an unknown group is refused exactly like a wrong key. Can be put on a controller of the host's own.
 */
@Injectable()
export class SignatureGuard implements CanActivate {
  constructor(
    private readonly groups: TerminalGroups,
    private readonly bootCheck: BootCheckNonce,
    private readonly entrance: Entrance,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotificationRefused whose filter gives the fixed answer */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<NotificationRequest>();
    const group = request.params['group'] ?? '';
    const configured = this.groups.find(group);
    const isBootCheck = this.bootCheck.matches(request.headers[BootCheckNonce.header]);
    const barred = configured && !isBootCheck ? this.entrance.refuse(request, configured) : null;
    if (barred !== null) throw new NotificationRefused('refused', barred);
    const result = authenticate(request, configured?.keys.all ?? [], this.clock.now());
    if (!result.ok) throw new NotificationRefused(result.refusal, result.reason);
    request.tillbridge = { group, notification: result.notification, isBootCheck };
    return true;
  }
}
