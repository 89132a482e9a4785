import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { messages } from '../tillbridge.messages.js';
import { answerRefusal, NotificationRefused, type PlatformResponse } from './notification-answer.js';
import type { NotificationRequest } from './signature.guard.js';

/**
 * Answers everything that goes wrong on the notification route, the host's guards included, with a fixed body that no
 * acknowledgement rule accepts: a filter of the host might answer 200 (scenario O3).
 */
@Catch()
export class NotificationRefusedFilter implements ExceptionFilter {
  private readonly logger = new Logger('Tillbridge:Notifications');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const group = String(http.getRequest<NotificationRequest>().params?.['group'] ?? '').slice(0, 64);
    const refused = error instanceof NotificationRefused ? error : this.unexpected(error);
    this.log(refused, JSON.stringify(group));
    answerRefusal(http.getResponse<PlatformResponse>(), refused.refusal);
  }

  /** A client error of the host (its guard, its throttler) refuses; anything else means "not stored, send it again". */
  private unexpected(error: unknown): NotificationRefused {
    const status = (error as { getStatus?: () => number } | null)?.getStatus?.() ?? 500;
    const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unexpected error';
    return status < 500
      ? new NotificationRefused('refused', `by the host application, ${text}`)
      : new NotificationRefused('unavailable', text);
  }

  private log({ refusal, reason }: NotificationRefused, group: string): void {
    if (refusal === 'unavailable') this.logger.error(messages.inboxUnavailable(reason));
    else if (refusal === 'notReady') this.logger.error(messages.rawBodyMissing);
    else this.logger.warn(messages.refused(reason, group));
  }
}
