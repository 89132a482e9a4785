import { ValidateBy } from 'class-validator';

/** How long personal data is kept. */
export interface RetentionOptions {
  /**
   * Days after which personal data of what is finished is erased: bodies of notifications, descriptions and payment pages
   * of orders. 1 to 3,650; default 30. `off`: it is kept until `payments.orders.erase` is called (decision 017).
   */
  personalDataDays?: number | 'off';
}

const MOST_DAYS = 3_650;
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

const isDays = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === 'off' ||
  (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_DAYS);

/** Shape of {@link RetentionOptions}, for class-validator. */
export class RetentionOptionsDto implements RetentionOptions {
  @ValidateBy({
    name: 'personalDataDays',
    validator: {
      validate: isDays,
      defaultMessage: () => `personalDataDays must be off or a whole number of days from 1 to ${MOST_DAYS}`,
    },
  })
  personalDataDays?: number | 'off';
}

/** What the sweep goes by. */
export interface RetentionSettings {
  /** How old personal data may become, in milliseconds; null for as old as it likes. */
  readonly personalDataMs: number | null;
}

/** Fills in the default of options that were checked before. */
export const toRetentionSettings = (options?: { retention?: RetentionOptions }): RetentionSettings => {
  const days = options?.retention?.personalDataDays ?? DEFAULT_DAYS;
  return { personalDataMs: days === 'off' ? null : days * DAY_MS };
};
