import {
  Controller,
  HttpCode,
  Post,
  Req,
  Res,
  UseFilters,
  UseGuards,
  VERSION_NEUTRAL,
  type Type,
} from '@nestjs/common';
import { Inbox } from './inbox.service.js';
import { acknowledge, type PlatformResponse } from './notification-answer.js';
import { NotificationRefusedFilter } from './notification-refused.filter.js';
import { SignatureGuard, type NotificationRequest } from './signature.guard.js';

/**
 * Makes the controller of the notification route, `POST <path>/:group` (spec §4.4). A class of its own for each call,
 * so that the path of one application never leaks into another.
 *
 * It takes only the raw request and answers by itself: the host's pipes have nothing to validate, its interceptors
 * nothing to wrap.
 */
export function createNotificationsController(path: string, decorators: readonly ClassDecorator[]): Type {
  @Controller({ path, version: VERSION_NEUTRAL })
  @UseFilters(NotificationRefusedFilter)
  @UseGuards(SignatureGuard)
  class NotificationsController {
    constructor(private readonly inbox: Inbox) {}

    // The second form carries a capability (docs/configuration.md, `capabilitySecrets`).
    @Post([':group', ':group/:capability'])
    @HttpCode(200)
    async receive(@Req() request: NotificationRequest, @Res() response: PlatformResponse): Promise<void> {
      const { group, notification, isBootCheck } = request.tillbridge!;
      this.inbox.assertOwnTransaction();
      // Promise 1: nothing is acknowledged before its bytes are committed.
      if (!isBootCheck) await this.inbox.store(group, notification);
      acknowledge(response);
    }
  }
  for (const decorate of decorators) decorate(NotificationsController);
  return NotificationsController;
}
