import { IsInt, IsNumber, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import { cronFault } from '../../../support/index.js';

/**
 * How unfinished orders are looked at when no notification tells of them (design §9). The defaults are right for most
 * shops: a payment of which nothing was heard is found before the order is twice as old as it was then.
 *
 * @example
 * const polling: PollingOptions = { firstLookMs: 60_000, expiry: { BANKTRANS: 30 * 86_400_000 }, cron: '0 * * * *' };
 */
export interface PollingOptions {
  /** How long after its creation an order is first looked at, and the least gap between two looks. 10,000 to 3,600,000 ms; default 120,000. */
  firstLookMs?: number;
  /** How much older an order is at each look than at the one before, at most. 1.2 to 4; default 2. */
  growth?: number;
  /** By which part of it, at most, a gap is shortened by chance, so that looks spread out. 0 to 0.5; default 0.1. */
  jitter?: number;
  /** Longest gap between two looks. 86,400,000 to 7,776,000,000 ms; default 2,592,000,000 (30 days). */
  maxGapMs?: number;
  /** How long after its expiry an order is looked at for the last time. 3,600,000 to 7,776,000,000 ms; default 86,400,000 (a day). */
  graceMs?: number;
  /**
   * How long a payment can take, by payment method code, in ms, 60,000 to 31,536,000,000; those not named keep their default
   * (docs/configuration.md). `OTHER`: no method, or one that is not in the table. `UNCLEARED`: money that waits for clearing.
   */
  expiry?: Record<string, number>;
  /** When the group's orders are looked at, as a cron expression in UTC. Default: as soon as a look is due. */
  cron?: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LONGEST_EXPIRY_MS = 365 * DAY_MS;
const METHOD_CODE = /^[A-Z0-9_]{1,64}$/;

/** How long a payment by each method can be open (protocol §4.1), in milliseconds. */
const EXPIRY: Readonly<Record<string, number>> = {
  MBWAY: 4 * MINUTE_MS,
  BIZUM: 30 * MINUTE_MS,
  ...each('VISA MASTERCARD MAESTRO AMEX CREDITCARD VPAY IDEAL MISTERCASH APPLEPAY GOOGLEPAY', HOUR_MS),
  ...each('IN3 TRUSTLY WECHAT', 2 * HOUR_MS),
  PSAFECARD: 3 * HOUR_MS,
  ...each('ALIPAY ALIPAYPLUS', 5 * HOUR_MS),
  ...each('KLARNA DIRECTBANK', DAY_MS),
  ...each('DOTPAY MULTIBANCO', 3 * DAY_MS),
  ...each('BELFIUS CBC KBC', 5 * DAY_MS),
  TRUSTPAY: 10 * DAY_MS,
  ...each('PAYPAL BNPL_INSTM', 14 * DAY_MS),
  BANKTRANS: 60 * DAY_MS,
  ...each('PAYAFTER AFTERPAY', 90 * DAY_MS),
  // A page that nobody has paid on yet lives so long when the shop does not say (protocol §2.1).
  OTHER: 30 * DAY_MS,
  UNCLEARED: 90 * DAY_MS,
};

function each(codes: string, ms: number): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, ms]));
}

/** {@link PollingOptions} with every default filled in. Times in milliseconds. */
export interface PollingSettings extends Readonly<Required<Omit<PollingOptions, 'cron' | 'expiry'>>> {
  readonly expiry: Readonly<Record<string, number>>;
  /** `null`: whenever something is due. */
  readonly cron: string | null;
}

const DEFAULTS: PollingSettings = {
  firstLookMs: 2 * MINUTE_MS,
  growth: 2,
  jitter: 0.1,
  maxGapMs: 30 * DAY_MS,
  graceMs: DAY_MS,
  expiry: EXPIRY,
  cron: null,
};

/** Fills in the defaults of options that were checked before. */
export function withPollingDefaults(given: PollingOptions = {}): PollingSettings {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  return { ...DEFAULTS, ...said, expiry: { ...EXPIRY, ...given.expiry } };
}

const between = (name: string, [least, most]: readonly [number, number], whole = true): PropertyDecorator => {
  const rules = [
    IsOptional(),
    whole
      ? IsInt({ message: `${name} must be a whole number of milliseconds` })
      : IsNumber({}, { message: `${name} must be a number` }),
    Min(least, { message: `${name} must be at least ${least}` }),
    Max(most, { message: `${name} must be at most ${most}` }),
  ];
  return (target, key) => rules.forEach((rule) => rule(target, key));
};

const isExpiry = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' &&
    Object.entries(value).every(
      ([code, ms]) =>
        METHOD_CODE.test(code) && Number.isInteger(ms) && Number(ms) >= MINUTE_MS && Number(ms) <= LONGEST_EXPIRY_MS,
    ));

/** Shape of {@link PollingOptions}, for class-validator. */
export class PollingOptionsDto implements PollingOptions {
  @between('firstLookMs', [10_000, HOUR_MS])
  firstLookMs?: number;

  @between('growth', [1.2, 4], false)
  growth?: number;

  @between('jitter', [0, 0.5], false)
  jitter?: number;

  @between('maxGapMs', [DAY_MS, 90 * DAY_MS])
  maxGapMs?: number;

  @between('graceMs', [HOUR_MS, 90 * DAY_MS])
  graceMs?: number;

  @ValidateBy({
    name: 'expiry',
    validator: {
      validate: isExpiry,
      defaultMessage: () =>
        `expiry must give whole milliseconds from ${MINUTE_MS} to ${LONGEST_EXPIRY_MS} for payment method codes in capitals, OTHER or UNCLEARED`,
    },
  })
  expiry?: Record<string, number>;

  @ValidateBy({
    name: 'cron',
    validator: {
      validate: (value: unknown) => value === undefined || value === null || cronFault(value) === null,
      defaultMessage: (args) => `cron is not a schedule: ${cronFault(args?.value) ?? ''}`,
    },
  })
  cron?: string;
}
