import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isTestBody } from '../startup-check/boot-check-nonce.js';
import { NotificationRefused } from './notification-answer.js';
import type { IncomingNotification, Refused, VerifiedNotification } from './notification-authenticator.js';
import { NotificationVerifier } from './notification-verifier.js';

/** What the guard adds to the request for the controller. */
export interface NotificationRequest extends IncomingNotification {
  /** Node's own request, on a platform that wraps it. */
  readonly raw?: object;
  tillbridge?: {
    /** The terminal group's present name, also where the URL has a former one. */
    readonly group: string;
    readonly notification: VerifiedNotification;
    readonly isBootCheck: boolean;
  };
}

/**
 * Lets only the service's own notifications through (spec §5.2). The route's `:group` names the terminal group whose keys are
 * tried; an unknown group is refused exactly like a wrong key. It can be put on a controller of the host.
 *
 * @example
 * ```ts
 * import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
 * import { SignatureGuard } from 'tillbridge';
 *
 * @Controller('hooks/:group')
 * @UseGuards(SignatureGuard)
 * class HooksController {
 *   @Post()
 *   @HttpCode(200)
 *   heard(): string {
 *     return 'OK';
 *   }
 * }
 * ```
 */
@Injectable()
export class SignatureGuard implements CanActivate {
  constructor(private readonly verifier: NotificationVerifier) {}

  /**
   * Waits only when the terminal group must be looked up first (option `resolveGroup`).
   *
   * @throws NotificationRefused; its filter gives the fixed answer
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<NotificationRequest>();
    const lookup = this.verifier.learnGroup(request);
    return lookup === null ? this.judge(request) : this.judgeAfter(lookup, request);
  }

  private async judgeAfter(lookup: Promise<Refused | null>, request: NotificationRequest): Promise<boolean> {
    const refused = await lookup;
    if (refused) throw new NotificationRefused(refused.refusal, refused.reason);
    return this.judge(request);
  }

  private judge(request: NotificationRequest): boolean {
    const result = this.verifier.verify(request.raw ?? request, request);
    if (!result.ok) throw new NotificationRefused(result.refusal, result.reason);
    const { notification } = result;
    const isBootCheck = this.verifier.isBootCheck(request) || isTestBody(notification.body);
    request.tillbridge = { group: this.verifier.groupOf(request), notification, isBootCheck };
    return true;
  }
}
