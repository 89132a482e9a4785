import { AsIs } from '../../../support/fields/field.decorators.js';
import { DELIVERY_PLAN, DELIVERY_PLAN_SHORT, type DeliveryPlan, type Fault } from '../../../protocol/index.js';

/**
 * Where descriptions of the service differ, or a shop wants to see both sides: what the sandbox's notifications do.
 *
 * @example
 * const switches: NotificationSwitches = { acknowledgement: 'strict', deliveryPlan: 'short' };
 */
export class NotificationSwitches {
  /** Which replies count as acknowledgement (spec §4.4). Default `lenient`. */
  @AsIs()
  acknowledgement?: 'lenient' | 'strict';

  /**
   * How often and how soon what is not acknowledged is sent again (spec §8): `standard`, three times a quarter of an
   * hour apart; `short`, twice within a quarter of an hour; or a plan of your own. Default `standard`.
   */
  @AsIs()
  deliveryPlan?: DeliveryPlan | 'standard' | 'short';

  /**
   * Which notification addresses are taken (spec §6). `development`: http, ports and this machine as well. `live`:
   * what the service itself takes, https, no port, a public host and few characters. Default `development`.
   */
  @AsIs()
  notificationUrlRules?: 'development' | 'live';

  /** Whether only the last four digits of account numbers are shown (spec §2.3). Default true. */
  @AsIs()
  maskIbans?: boolean;

  /**
   * What a session that is left before any transaction exists causes (spec §3): `plain`, an ordinary notification;
   * `payload_type`, one with `payload_type=pretransaction` in its query; `off`, none. Default `plain`.
   */
  @AsIs()
  pretransaction?: 'plain' | 'payload_type' | 'off';

  /**
   * An oddity in each body, to catch a receiver that writes the JSON again instead of verifying the bytes it got: a
   * stray space, or everything that is not ASCII as `\uXXXX`. Default `none`.
   */
  @AsIs()
  bodyQuirk?: 'none' | 'stray-space' | 'escaped-unicode';

  /** How the status of a cancelled order is spelt: spec §3 has one `l`, others two. Default `canceled`. */
  @AsIs()
  cancelledAs?: 'canceled' | 'cancelled';

  /** How transaction ids are written in JSON (spec §2.2: number or string). Default `number`. */
  @AsIs()
  transactionIdAs?: 'number' | 'text';

  /** How many digits new transaction ids have; more than 16 are not exact as a JavaScript number. Default 16. */
  @AsIs()
  transactionIdDigits?: 16 | 17 | 18;
}

/** {@link NotificationSwitches} with every default filled in. */
export interface NotificationSettings extends Required<NotificationSwitches> {
  readonly deliveryPlan: DeliveryPlan;
}

const PLANS = { standard: DELIVERY_PLAN, short: DELIVERY_PLAN_SHORT } as const;

const CHOICES: Readonly<Record<Exclude<keyof NotificationSwitches, 'deliveryPlan'>, readonly unknown[]>> = {
  acknowledgement: ['lenient', 'strict'],
  notificationUrlRules: ['development', 'live'],
  maskIbans: [true, false],
  pretransaction: ['plain', 'payload_type', 'off'],
  bodyQuirk: ['none', 'stray-space', 'escaped-unicode'],
  cancelledAs: ['canceled', 'cancelled'],
  transactionIdAs: ['number', 'text'],
  transactionIdDigits: [16, 17, 18],
};

/** What is wrong with the switches. */
export function checkNotificationSwitches(switches: NotificationSwitches): Fault[] {
  const faults = Object.entries(CHOICES).flatMap(([path, choices]) => {
    const value: unknown = Reflect.get(switches, path);
    return value === undefined || choices.includes(value) ? [] : [{ path, message: `must be ${choices.join(', ')}` }];
  });
  return [...faults, ...planFaults(switches.deliveryPlan)];
}

/** Fills in the defaults. */
export function resolveNotificationSwitches(switches: NotificationSwitches): NotificationSettings {
  const { deliveryPlan = 'standard' } = switches;
  return {
    acknowledgement: switches.acknowledgement ?? 'lenient',
    deliveryPlan: typeof deliveryPlan === 'string' ? PLANS[deliveryPlan] : deliveryPlan,
    notificationUrlRules: switches.notificationUrlRules ?? 'development',
    maskIbans: switches.maskIbans ?? true,
    pretransaction: switches.pretransaction ?? 'plain',
    bodyQuirk: switches.bodyQuirk ?? 'none',
    cancelledAs: switches.cancelledAs ?? 'canceled',
    transactionIdAs: switches.transactionIdAs ?? 'number',
    transactionIdDigits: switches.transactionIdDigits ?? 16,
  };
}

function planFaults(plan: NotificationSwitches['deliveryPlan']): Fault[] {
  if (plan === undefined || plan === 'standard' || plan === 'short') return [];
  const good =
    typeof plan === 'object' &&
    plan !== null &&
    isCount(plan.resends) &&
    isCount(plan.intervalMs) &&
    plan.resends <= 100;
  return good
    ? []
    : [{ path: 'deliveryPlan', message: 'must be standard, short, or at most 100 resends with milliseconds between' }];
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
