import {
  Controller,
  Get,
  HttpCode,
  Post,
  Req,
  Res,
  UseFilters,
  UseGuards,
  VERSION_NEUTRAL,
  type Type,
} from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { ATTRIBUTE, SPAN, traced } from '../../telemetry/index.js';
import { GetNotifications } from './get-notifications.js';
import { Inbox } from '../inbox/inbox.js';
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
  class NotificationsController {
    constructor(
      private readonly inbox: Inbox,
      private readonly byGet: GetNotifications,
    ) {}

    // The second form carries a capability (docs/configuration.md, `capabilitySecrets`).
    @Post([':group', ':group/:capability'])
    @HttpCode(200)
    @UseGuards(SignatureGuard)
    async receive(@Req() request: NotificationRequest, @Res() response: PlatformResponse): Promise<void> {
      const { group, notification, isBootCheck } = request.tillbridge!;
      this.inbox.assertOwnTransaction();
      if (isBootCheck) return acknowledge(response);
      const attributes = { [ATTRIBUTE.group]: group, [ATTRIBUTE.orderId]: notification.orderId };
      await traced(SPAN.receive, { kind: SpanKind.PRODUCER, attributes }, async () => {
        // Promise 1: nothing is acknowledged before its bytes are committed.
        // The service repeats to the same URL: by the name in it a repeat is known, whatever the group is called now.
        await this.inbox.store({ group, addressee: request.params['group'] ?? group }, notification);
        acknowledge(response);
      });
    }

    /** Unsigned: says only that a read may be worth its while, and is off unless the group takes it (spec §4.4). */
    @Get([':group', ':group/:capability'])
    async receiveByGet(@Req() request: NotificationRequest, @Res() response: PlatformResponse): Promise<void> {
      await this.byGet.take(request);
      acknowledge(response);
    }
  }
  for (const decorate of decorators) decorate(NotificationsController);
  return NotificationsController;
}
