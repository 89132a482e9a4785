import { Injectable } from '@nestjs/common';
import { Agenda, GroupSwitches, SandboxFaults, type SandboxSwitches, SiteSettings, TimeTravel } from '../core/index.js';
import {
  NotificationArchive,
  NotificationAdminService,
  NotificationSender,
  type NotificationsPage,
  type NotificationsQuery,
  type SandboxDelivery,
} from '../notifications/index.js';
import {
  OrderDriver,
  RefundDriver,
  SandboxGiftCards,
  SandboxTokens,
  Tills,
  type SandboxChargebackChoice,
  type SandboxOrder,
  type SandboxOrderChoice,
  type SandboxPaymentChoice,
  type SandboxRefund,
  type SandboxRefundChoice,
  type SandboxSecondChance,
  type SandboxShipmentChoice,
  SecondChances,
  type SandboxTill,
  type SandboxTryChoice,
} from '../payments/index.js';

/**
 * The sandbox as a library: the actions of the shopper, the clock and the merchant's dashboard as method calls.
 *
 * @example
 * ```ts
 * const sandbox = app.get(Sandbox);
 * await sandbox.pay('S10042');
 * const [first] = await sandbox.deliveries('S10042');
 * first?.verdict; // 'acknowledged'
 * ```
 */
@Injectable()
export class Sandbox {
  constructor(
    private readonly driver: OrderDriver,
    private readonly refunds: RefundDriver,
    private readonly chances: SecondChances,
    private readonly tillStates: Tills,
    private readonly switches: GroupSwitches,
    private readonly archive: NotificationArchive,
    private readonly sender: NotificationSender,
    private readonly notificationAdmin: NotificationAdminService,
    private readonly agenda: Agenda,
    private readonly time: TimeTravel,
    /** Faults on demand: for the next request, or by chance from a seed. */
    readonly faults: SandboxFaults,
    /** The site-level settings of the terminal groups (spec §1.4). */
    readonly sites: SiteSettings,
    /** Stored means of payment: a list, and the expiry of cards. */
    readonly tokens: SandboxTokens,
    /** The balances of the test gift cards. */
    readonly giftCards: SandboxGiftCards,
  ) {}

  /** The shopper goes to the page of a method: one more try to pay, which stays open and ends by itself. */
  begin(orderId: string, choice: Pick<SandboxPaymentChoice, 'group' | 'method'> = {}): Promise<SandboxOrder> {
    return this.driver.move(orderId, choice, { outcome: 'begun', method: choice.method });
  }

  /**
   * The shopper pays: with the open try of the same method, or else with a new one; also late, after a cancellation or an
   * expiry. Resolves after the first notification to the shop.
   *
   * @throws SandboxError `ORDER_UNKNOWN`, `OUTCOME_IMPOSSIBLE`
   */
  pay(orderId: string, choice: SandboxPaymentChoice = {}): Promise<SandboxOrder> {
    const { method, amount, tip, employee } = choice;
    return this.driver.move(orderId, choice, { outcome: 'paid', method, amount, tip, employee });
  }

  /** The bank declines; the page stays open for another attempt. Otherwise like {@link Sandbox.pay}. */
  decline(orderId: string, choice: SandboxPaymentChoice = {}): Promise<SandboxOrder> {
    return this.driver.move(orderId, choice, { outcome: 'declined', method: choice.method });
  }

  /** The shopper cancels. Otherwise like {@link Sandbox.pay}. */
  cancel(orderId: string, choice: SandboxPaymentChoice = {}): Promise<SandboxOrder> {
    return this.driver.move(orderId, choice, { outcome: 'cancelled', method: choice.method });
  }

  /** The shopper leaves before a transaction exists (spec §3). Otherwise like {@link Sandbox.pay}. */
  leave(orderId: string, choice: SandboxOrderChoice = {}): Promise<SandboxOrder> {
    return this.driver.move(orderId, choice, { outcome: 'unfinished' });
  }

  /** The shopper has paid, but the money waits for clearing or for a check: `uncleared`. Otherwise like {@link Sandbox.pay}. */
  hold(orderId: string, choice: SandboxPaymentChoice = {}): Promise<SandboxOrder> {
    return this.driver.move(orderId, choice, { outcome: 'uncleared', method: choice.method });
  }

  /** A payment that waited for clearing is cleared; also the money that a pay-later method has promised. */
  accept(orderId: string, choice: SandboxTryChoice = {}): Promise<SandboxOrder> {
    return this.driver.move(orderId, choice, { outcome: 'accepted' });
  }

  /** A payment that waited for clearing is declined. */
  reject(orderId: string, choice: SandboxTryChoice = {}): Promise<SandboxOrder> {
    return this.driver.move(orderId, choice, { outcome: 'rejected' });
  }

  /** The order expires now, independent of the clock. A later {@link Sandbox.pay} is a late payment. */
  expire(orderId: string, choice: SandboxTryChoice = {}): Promise<SandboxOrder> {
    return this.driver.move(orderId, choice, { outcome: 'expired' });
  }

  /** The shopper's bank takes the money back. Only possible after the payment. */
  chargeback(orderId: string, choice: SandboxChargebackChoice = {}): Promise<SandboxOrder> {
    return this.driver.move(orderId, choice, { outcome: 'chargedback', amount: choice.amount });
  }

  /** The chargeback is reversed: the order has its status from before the chargeback. */
  reverseChargeback(orderId: string, choice: SandboxOrderChoice = {}): Promise<SandboxOrder> {
    return this.driver.move(orderId, choice, { outcome: 'reversed' });
  }

  /** The merchant reports the shipment in the dashboard. */
  ship(orderId: string, choice: SandboxShipmentChoice = {}): Promise<SandboxOrder> {
    const { carrier = null, trackTraceCode = null, trackTraceUrl = null } = choice;
    const shipment = { carrier, tracktrace_code: trackTraceCode, tracktrace_url: trackTraceUrl };
    return this.driver.move(orderId, choice, { outcome: 'shipped', shipment });
  }

  /**
   * The merchant refunds in the dashboard: all that is left, or an amount in minor units, without a guard against equal ones.
   *
   * @throws SandboxError `ORDER_UNKNOWN`, `REFUND_IMPOSSIBLE`
   */
  refund(orderId: string, choice: SandboxRefundChoice = {}): Promise<SandboxRefund> {
    return this.refunds.refund(orderId, choice);
  }

  /**
   * Changes how the account of a terminal group behaves from now on; see {@link SandboxSwitches}.
   *
   * @throws SandboxError `SWITCH_INVALID`
   *
   * @example
   * ```ts
   * sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'declined' });
   * ```
   */
  adjust(group: string, switches: Partial<SandboxSwitches>): SandboxSwitches {
    return this.switches.set(group, switches);
  }

  /**
   * The tills of all groups, each with its open order, if any: {@link Sandbox.pay} (with a tip), {@link
   * Sandbox.decline} or {@link Sandbox.cancel} it by its `orderId`.
   *
   * @example
   * ```ts
   * const [till] = await sandbox.tills();
   * if (till?.order) await sandbox.pay(till.order.orderId, { group: till.group, method: 'VISA', tip: 200 });
   * ```
   */
  tills(): Promise<SandboxTill[]> {
    return this.tillStates.list();
  }

  /**
   * The second link of an order that was created with `second_chance.send_email`: mailed an hour after its payment was
   * abandoned (declined, cancelled, left or expired), by the sandbox's clock.
   *
   * @throws SandboxError `ORDER_UNKNOWN`
   *
   * @example
   * ```ts
   * await sandbox.expire('S10042');
   * await sandbox.advance(3_600_000);
   * const { paymentUrl } = await sandbox.secondChance('S10042');
   * ```
   */
  async secondChance(orderId: string, choice: SandboxOrderChoice = {}): Promise<SandboxSecondChance> {
    return this.chances.describe(await this.driver.find(orderId, choice));
  }

  /** Mails the second link of an abandoned payment now. @throws SandboxError `ORDER_UNKNOWN`, `OUTCOME_IMPOSSIBLE` */
  async sendSecondChance(orderId: string, choice: SandboxOrderChoice = {}): Promise<SandboxSecondChance> {
    return this.chances.send(await this.driver.find(orderId, choice));
  }

  /** The current order. @throws SandboxError `ORDER_UNKNOWN` */
  async order(orderId: string, choice: SandboxOrderChoice = {}): Promise<SandboxOrder> {
    return this.driver.describe(await this.driver.find(orderId, choice));
  }

  /** Every notification request about an order, oldest first. @throws SandboxError `ORDER_UNKNOWN` */
  async deliveries(orderId: string, choice: SandboxOrderChoice = {}): Promise<SandboxDelivery[]> {
    return this.archive.history(await this.driver.find(orderId, choice));
  }

  /**
   * All notifications, newest first, in pages; the cursor stays valid when new ones come in.
   *
   * @example
   * ```ts
   * const first = await sandbox.notifications({ limit: 20 });
   * const second = first.after === null ? null : await sandbox.notifications({ limit: 20, after: first.after });
   * ```
   */
  notifications(query: NotificationsQuery = {}): Promise<NotificationsPage> {
    return this.notificationAdmin.page(query);
  }

  /**
   * Sends a notification again, with the current state of its try (spec §6: manual resend).
   *
   * @param id of the notification, or of any of its deliveries.
   * @returns the decisive delivery: the site-level one if the order's own address failed.
   * @throws SandboxError `DELIVERY_UNKNOWN`
   */
  resend(id: string): Promise<SandboxDelivery> {
    return this.notificationAdmin.resend(id);
  }

  /**
   * Does all due work by the sandbox's clock: expires orders, sends and resends notifications (spec §8); waits for its end.
   *
   * @returns the number of requests sent.
   */
  runDue(): Promise<number> {
    return this.agenda.runDue();
  }

  /**
   * Moves the sandbox's clock forward, and does all work that becomes due, each at its own time: 45 minutes of resends,
   * an expiry, a midnight. If the option `clock` can be moved, such as a `ManualClock`, it is moved too.
   *
   * @param ms milliseconds, 0 to ten years.
   * @returns the number of requests that were due and sent.
   * @throws SandboxError `TIME_INVALID`
   */
  advance(ms: number): Promise<number> {
    return this.time.advance(ms);
  }

  /** Resolves once no notification is being sent. */
  async idle(): Promise<void> {
    await this.sender.idle();
  }
}
