import { Catch, Inject, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Clock } from '../../support/index.js';
import { messages } from '../tillbridge.messages.js';
import { CLOCK } from '../tillbridge.tokens.js';
import { answerRefusal, NotificationRefused, type PlatformResponse } from './notification-answer.js';
import { RepeatLimit } from './repeat-limit.js';
import type { NotificationRequest } from './signature.guard.js';

/**
 * Answers everything that goes wrong on the notification route, the host's guards included, with a fixed body that no
 * acknowledgement rule accepts: a filter of the host might answer 200 (scenario O3).
 */
@Catch()
export class NotificationRefusedFilter implements ExceptionFilter {
  private readonly logger = new Logger('Tillbridge:Notifications');
  private readonly limit = new RepeatLimit();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const group = String(http.getRequest<NotificationRequest>().params?.['group'] ?? '').slice(0, 64);
    const isOwn = error instanceof NotificationRefused;
    const refused = isOwn ? error : this.unexpected(error);
    // Anybody can be refused as often as he likes: the log is not his to fill, nor what makes two lines the same.
    const heldBack = this.limit.admit(isOwn ? `${refused.refusal}: ${refused.reason}` : 'host', this.clock.now());
    if (heldBack !== null) this.log(refused, { group: JSON.stringify(group), heldBack });
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

  private log(
    { refusal, reason }: NotificationRefused,
    { group, heldBack }: { group: string; heldBack: number },
  ): void {
    const also = heldBack > 0 ? messages.alsoRefused(heldBack) : '';
    if (refusal === 'unavailable') this.logger.error(messages.inboxUnavailable(reason) + also);
    else if (refusal === 'notReady') this.logger.error(messages.rawBodyMissing + also);
    else this.logger.warn(messages.refused(reason, group) + also);
  }
}
