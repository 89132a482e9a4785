import { AsIs } from '../../../support/fields/field.decorators.js';
import { DELIVERY_PLAN, DELIVERY_PLAN_SHORT, type DeliveryPlan, type Fault } from '../../../protocol/index.js';

/**
 * How the sandbox's notifications behave where descriptions of the service differ, or where a shop should be tested
 * both ways.
 *
 * @example
 * const switches: NotificationSwitches = { acknowledgement: 'strict', deliveryPlan: 'short' };
 */
export class NotificationSwitches {
  /** Which replies count as acknowledgement (spec §4.4). Default `lenient`. */
  @AsIs()
  acknowledgement?: 'lenient' | 'strict';

  /**
   * How often and when a notification without an acknowledgement is sent again (spec §8): `standard`, three times,
   * fifteen minutes apart; `short`, twice within fifteen minutes; or a plan of your own. Default `standard`.
   */
  @AsIs()
  deliveryPlan?: DeliveryPlan | 'standard' | 'short';

  /**
   * Which notification addresses are accepted (spec §6). `development`: also http, ports and this machine. `live`: the
   * rules of the service itself: https, no port, a public host and few characters. Default `development`.
   */
  @AsIs()
  notificationUrlRules?: 'development' | 'live';

  /** Whether only the last four digits of account numbers are shown (spec §2.3). Default true. */
  @AsIs()
  maskIbans?: boolean;

  /**
   * What a session that is left without a transaction causes (spec §3): `plain`, an ordinary notification;
   * `payload_type`, one with `payload_type=pretransaction` in its query; `off`, none. Default `plain`.
   */
  @AsIs()
  pretransaction?: 'plain' | 'payload_type' | 'off';

  /**
   * A peculiarity in each body, which reveals a receiver that re-serialises the JSON instead of verifying the received
   * bytes: a stray space, or all non-ASCII characters as `\uXXXX`. Default `none`.
   */
  @AsIs()
  bodyQuirk?: 'none' | 'stray-space' | 'escaped-unicode';

  /** The spelling of a cancelled order's status: spec §3 has one `l`, others two. Default `canceled`. */
  @AsIs()
  cancelledAs?: 'canceled' | 'cancelled';

  /**
   * How `amount_refunded` of an order is written: as a number (spec §2.2), as text (protocol §5.10), or not at all, as it
   * `may be absent` (protocol §2.2). Default `number`.
   */
  @AsIs()
  amountRefundedAs?: 'number' | 'text' | 'absent';

  /**
   * What a notification about a refund contains, which the specification leaves open (protocol §5.7): the order with its
   * refunds, under its own id; the same under the `refund_order_id` of the refund, if it has one (`named`); or under that
   * the refund as an order. Default `order`.
   */
  @AsIs()
  refundsAs?: 'order' | 'named' | 'refund';

  /** How transaction ids are written in JSON (spec §2.2: number or string). Default `number`. */
  @AsIs()
  transactionIdAs?: 'number' | 'text';

  /** The number of digits of new transaction ids; above 16 they are not exact as a JavaScript number. Default 16. */
  @AsIs()
  transactionIdDigits?: 16 | 17 | 18;
}

/** {@link NotificationSwitches} with all defaults filled in. */
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
  amountRefundedAs: ['number', 'text', 'absent'],
  refundsAs: ['order', 'named', 'refund'],
  transactionIdAs: ['number', 'text'],
  transactionIdDigits: [16, 17, 18],
};

/** The faults of the switches. */
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
    amountRefundedAs: switches.amountRefundedAs ?? 'number',
    refundsAs: switches.refundsAs ?? 'order',
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
