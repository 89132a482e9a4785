import { isWhole, May } from '../../../support/fields/field.decorators.js';

const MOST_DAYS = 3_650;
const LEAST_ROW_DAYS = 30;
const ROW_DAYS = 400;

/** A number of days within bounds, or `off`. */
const Days = (least: number): PropertyDecorator =>
  May(
    `be off or a whole number of days from ${least} to ${MOST_DAYS}`,
    (value) => value === 'off' || isWhole(value, least, MOST_DAYS),
  );

/**
 * How long personal data is kept, and how long rows that are no longer needed.
 *
 * @example
 * const retention: RetentionOptions = { personalDataDays: 90, rows: 730 };
 */
export class RetentionOptions {
  /**
   * Days after which personal data of finished orders is erased: bodies of notifications, descriptions and payment pages. 1
   * to 3,650; default 30. `off`: it is kept until `payments.orders.erase` is called (decision 017).
   */
  @Days(1)
  personalDataDays?: number | 'off' = 30;

  /**
   * Days after which finished rows of work are deleted: effects that ran, polls that ended, observations, notifications whose
   * content has been erased. 30 to 3,650, and not less than `personalDataDays`; default 400, or as long as personal data is
   * kept. `off`: tables grow forever. Orders, transitions, refunds and decisions always stay (decision 041).
   */
  @Days(LEAST_ROW_DAYS)
  rows?: number | 'off';
}

/** {@link RetentionOptions} with every default filled in. */
export type RetentionSettings = Readonly<Required<RetentionOptions>>;

/** A shop that keeps personal data for years keeps its rows for the same time. */
export function toRetention({ personalDataDays = 30, rows }: RetentionOptions): RetentionSettings {
  const kept = personalDataDays === 'off' ? 0 : personalDataDays;
  return { personalDataDays, rows: rows ?? Math.max(ROW_DAYS, kept) };
}

/** If rows were deleted earlier, their personal data would be lost before its time. */
export function retentionFaults({ personalDataDays, rows }: RetentionOptions): string[] {
  if (typeof personalDataDays !== 'number' || typeof rows !== 'number' || rows >= personalDataDays) return [];
  return ['retention.rows: must not be less than personalDataDays'];
}
