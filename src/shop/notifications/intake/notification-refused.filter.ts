import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { answerRefusal, NotificationRefused, type PlatformResponse } from './notification-answer.js';
import { RefusalLog } from './refusal-log.js';
import type { NotificationRequest } from './signature.guard.js';

/**
 * Answers every failure on the notification route, also of the host's guards, with a fixed body that no rule accepts as an
 * acknowledgement: a filter of the host might answer with 200 (scenario O3).
 */
@Catch()
export class NotificationRefusedFilter implements ExceptionFilter {
  constructor(private readonly log: RefusalLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const group = String(http.getRequest<NotificationRequest>().params?.['group'] ?? '');
    if (error instanceof NotificationRefused) this.log.add(error, group);
    const refused = error instanceof NotificationRefused ? error : this.unexpected(error, group);
    answerRefusal(http.getResponse<PlatformResponse>(), refused.refusal);
  }

  /** A client error of the host (its guard, its throttler) is a refusal; any other error means "not stored, send it again". */
  private unexpected(error: unknown, group: string): NotificationRefused {
    const status = (error as { getStatus?: () => number } | null)?.getStatus?.() ?? 500;
    const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unexpected error';
    const refused =
      status < 500
        ? new NotificationRefused('refused', `by the host application, ${text}`)
        : new NotificationRefused('unavailable', text);
    this.log.add(refused, group, 'host');
    return refused;
  }
}
