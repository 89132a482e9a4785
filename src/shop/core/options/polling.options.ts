import { isFields } from '../../../protocol/index.js';
import { ValidateBy } from 'class-validator';
import { cronFault, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../support/index.js';
import { Between, isWhole, May, Read, Whole } from '../../../support/fields/field.decorators.js';
import { readAsIs } from '../../../support/fields/field-reading.js';

const LONGEST_EXPIRY_MS = 365 * DAY_MS;
const METHOD_CODE = /^[A-Z0-9_]{1,64}$/;

/** How long a payment by each method can be open (protocol §4.1), in milliseconds. */
const EXPIRY: Record<string, number> = {
  MBWAY: 4 * MINUTE_MS,
  BIZUM: 30 * MINUTE_MS,
  ...each('VISA MASTERCARD MAESTRO AMEX CREDITCARD VPAY IDEAL MISTERCASH APPLEPAY GOOGLEPAY', HOUR_MS),
  ...each('IN3 WECHAT', 2 * HOUR_MS),
  PSAFECARD: 3 * HOUR_MS,
  ...each('ALIPAY ALIPAYPLUS', 5 * HOUR_MS),
  ...each('KLARNA DIRECTBANK', DAY_MS),
  TRUSTLY: 2 * DAY_MS,
  ...each('DOTPAY MULTIBANCO', 3 * DAY_MS),
  ...each('BELFIUS CBC KBC', 5 * DAY_MS),
  TRUSTPAY: 10 * DAY_MS,
  ...each('PAYPAL BNPL_INSTM', 14 * DAY_MS),
  BANKTRANS: 60 * DAY_MS,
  ...each('PAYAFTER AFTERPAY', 90 * DAY_MS),
  // An unpaid payment page stays open so long when the shop sets no time (protocol §2.1).
  OTHER: 30 * DAY_MS,
  UNCLEARED: 90 * DAY_MS,
};

function each(codes: string, ms: number): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, ms]));
}

function isExpiry(value: unknown): boolean {
  const isGood = ([code, ms]: [string, unknown]): boolean =>
    METHOD_CODE.test(code) && isWhole(ms, MINUTE_MS, LONGEST_EXPIRY_MS);
  return isFields(value) && Object.entries(value).every(isGood);
}

/**
 * How unfinished orders are polled when no notification arrives (design §9). The defaults are right for most shops: a payment
 * without a notification is found before the order is twice as old as it was at the payment.
 *
 * @example
 * const polling: PollingOptions = { firstLookMs: 60_000, expiry: { BANKTRANS: 30 * 86_400_000 }, cron: '0 * * * *' };
 */
export class PollingOptions {
  /** Age of an order at its first poll, and the least gap between polls. 10,000 to 3,600,000 ms; default 120,000. */
  @Whole(10_000, HOUR_MS)
  firstLookMs?: number = 2 * MINUTE_MS;

  /** How much older an order is at each poll than at the one before, at most. 1.2 to 4; default 2. */
  @Between(1.2, 4)
  growth?: number = 2;

  /** The part of a gap, at most, by which chance shortens it, so that polls spread out. 0 to 0.5; default 0.1. */
  @Between(0, 0.5)
  jitter?: number = 0.1;

  /** Longest gap between two polls. 86,400,000 to 7,776,000,000 ms; default 2,592,000,000 (30 days). */
  @Whole(DAY_MS, 90 * DAY_MS)
  maxGapMs?: number = 30 * DAY_MS;

  /** How long after its expiry an order is polled last. 3,600,000 to 7,776,000,000 ms; default 86,400,000 (a day). */
  @Whole(HOUR_MS, 90 * DAY_MS)
  graceMs?: number = DAY_MS;

  /**
   * How long a payment can take, by payment method code, in ms, 60,000 to 31,536,000,000; those not named keep their default
   * (docs/configuration.md). `OTHER`: no method, or one that is not in the table. `UNCLEARED`: money that waits for clearing.
   */
  @Read((given) => (isFields(given) ? { ...EXPIRY, ...given } : given))
  @May(
    `give whole milliseconds from ${MINUTE_MS} to ${LONGEST_EXPIRY_MS} for payment method codes in capitals, OTHER or UNCLEARED`,
    isExpiry,
  )
  expiry?: Record<string, number> = EXPIRY;

  /** When the group's orders are polled, as a cron expression in UTC. Default: as soon as a poll is due. */
  @Read(readAsIs)
  @ValidateBy({
    name: 'cron',
    validator: {
      validate: (value: unknown) => value === null || cronFault(value) === null,
      defaultMessage: (args) => `cron is not a schedule: ${cronFault(args?.value) ?? ''}`,
    },
  })
  cron?: string | null = null;
}

/** {@link PollingOptions} with every default filled in. Times in milliseconds. */
export type PollingSettings = Readonly<Required<PollingOptions>>;
