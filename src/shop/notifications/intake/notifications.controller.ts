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
 * Makes the controller of the notification route, `POST <path>/:group` (spec §4.4). Each call makes a new class, so that the
 * path of one application never leaks into another.
 *
 * It uses only the raw request and writes the answer itself: the host's pipes and interceptors do not touch it.
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
        // Promise 1: nothing is acknowledged before its bytes are committed. The service repeats to the same URL, so the name
        // in the URL identifies a repeat, also after a rename of the group.
        await this.inbox.store({ group, addressee: request.params['group'] ?? group }, notification);
        acknowledge(response);
      });
    }

    /** Unsigned: it only suggests a read, and is off unless the group accepts it (spec §4.4). */
    @Get([':group', ':group/:capability'])
    async receiveByGet(@Req() request: NotificationRequest, @Res() response: PlatformResponse): Promise<void> {
      await this.byGet.take(request);
      acknowledge(response);
    }
  }
  for (const decorate of decorators) decorate(NotificationsController);
  return NotificationsController;
}
