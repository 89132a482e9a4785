import { Logger } from '@nestjs/common';
import { messages, ThrottledLogger } from '../../core/index.js';
import { needsAttention } from '../merge/merge.js';
import { OTHER_MODE, type Observation, type ObserveOutcome } from './ledger.types.js';

/** What the ledger logs of observations. */
export class LedgerReport {
  private readonly logger = new Logger('Tillbridge:Ledger');
  /** For work that repeats by itself. */
  private readonly repeated = new ThrottledLogger(this.logger);

  /**
   * Logs the outcome of an observation if people should know it.
   *
   * @param orderId - the shop's own id: people do not know the ids of attempts
   */
  report(orderId: string, { group, order }: Observation, outcome: ObserveOutcome): void {
    if (outcome.reason === 'unknown-status') this.logger.warn(messages.unknownStatus(order.status, orderId));
    if (outcome.reason === OTHER_MODE)
      this.repeated.warn(messages.otherMode(orderId, group), `${group}: ${OTHER_MODE}`);
    if (outcome.kind !== 'transition') return;
    this.logger.log(messages.orderChanged(orderId, group, outcome.events.join(', ')));
    for (const reason of new Set(outcome.events.filter((event) => needsAttention(event, outcome.next))))
      this.logger.error(messages.needsAttention(reason, group, orderId));
  }
}
