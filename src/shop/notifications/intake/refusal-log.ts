import { Inject, Injectable, Logger } from '@nestjs/common';
import { RepeatLimit, type Clock } from '../../../support/index.js';
import { ATTRIBUTE, count } from '../../telemetry/index.js';
import { messages, CLOCK, EXTRAS, type TillbridgeExtras } from '../../core/index.js';
import type { Refused } from './notification-authenticator.js';
import { refusalLine } from './refusal.labels.js';
import { RefusalTally, type RefusalCounts } from './refusal-tally.js';

/** How much of a group's name is shown: it comes from the URL, and may be any text. */
const GROUP_SHOWN = 64;

/** Logs refusals for the host's engineers. Any stranger can cause refusals, so the lines are limited. */
@Injectable()
export class RefusalLog {
  private readonly logger = new Logger('Tillbridge:Notifications');
  private readonly limit = new RepeatLimit();
  private readonly tally = new RefusalTally();

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(EXTRAS) private readonly extras: TillbridgeExtras,
  ) {}

  /**
   * @param group - the name in the URL
   * @param sort - what makes two lines the same; it must not depend on the sender
   */
  add({ refusal, reason }: Pick<Refused, 'refusal' | 'reason'>, group: string, sort = `${refusal}: ${reason}`): void {
    this.tally.count({ refusal, reason, group: group.slice(0, GROUP_SHOWN) }, this.clock.now());
    count('refusals', { [ATTRIBUTE.refusal]: refusal });
    const heldBack = this.limit.admit(sort, this.clock.now());
    if (heldBack === null) return;
    const also = heldBack > 0 ? messages.repeated(heldBack) : '';
    if (refusal === 'unavailable') this.logger.error(messages.inboxUnavailable(reason) + also);
    else if (refusal === 'notReady') this.logger.error(messages.rawBodyMissing(this.extras.rawBodyAdvice) + also);
    else this.logger.warn(messages.refused(refusalLine(reason), JSON.stringify(group.slice(0, GROUP_SHOWN))) + also);
  }

  /** The refusals of this process since its start, the newest first. They are not stored (promise 1). */
  get counts(): RefusalCounts {
    return this.tally.counts;
  }
}
