import { isWhole, May } from '../../../support/fields/field.decorators.js';

const MOST_DAYS = 3_650;

/**
 * How long personal data is kept.
 *
 * @example
 * const retention: RetentionOptions = { personalDataDays: 90 };
 */
export class RetentionOptions {
  /**
   * Days after which personal data of what is finished is erased: bodies of notifications, descriptions and payment pages
   * of orders. 1 to 3,650; default 30. `off`: it is kept until `payments.orders.erase` is called (docs/decisions/017).
   */
  @May(
    `be off or a whole number of days from 1 to ${MOST_DAYS}`,
    (value) => value === 'off' || isWhole(value, 1, MOST_DAYS),
  )
  personalDataDays?: number | 'off' = 30;
}
