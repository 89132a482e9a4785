import { Injectable } from '@nestjs/common';
import type { OrderStatus } from '../protocol/index.js';
import { Agenda } from './control/agenda.js';
import { TimeTravel } from './control/time-travel.js';
import { SandboxFaults } from './faults/sandbox-faults.js';
import { NotificationArchive } from './notifications/notification-archive.js';
import { NotificationSender } from './notifications/notification-sender.js';
import type { SandboxDelivery } from './notifications/delivery.types.js';
import { OrderFinder } from './orders/order-finder.js';
import type { SandboxOrderEntity } from './orders/order.entity.js';
import { SandboxError } from './sandbox.error.js';
import { OrderExpiry } from './transactions/order-expiry.js';
import type { OutcomeObstacle, PaymentOutcome } from './transactions/outcome.js';
import { PaymentOutcomes } from './transactions/payment-outcomes.js';

/** Which order is meant, when several terminal groups use the same order ids. */
export interface SandboxOrderChoice {
  /** Name of the terminal group; only needed when more than one has an order of that id. */
  group?: string;
}

/** How a payment is made. */
export interface SandboxPaymentChoice extends SandboxOrderChoice {
  /** Payment method code, e.g. `VISA`. Default: the order's own, else `IDEAL`. */
  method?: string;
}

/** An order as the sandbox holds it. */
export interface SandboxOrder {
  readonly group: string;
  readonly orderId: string;
  readonly status: OrderStatus;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The newest transaction's id; null while nobody has tried to pay. */
  readonly transactionId: string | null;
  /** The payment page, while it is open. */
  readonly paymentUrl: string | null;
}

const OBSTACLES: Readonly<Record<OutcomeObstacle, string>> = {
  'already-paid': 'is paid already',
  closed: 'takes no payment any more',
  started: 'has a transaction already, so it cannot be left unfinished',
};

/**
 * The sandbox as a library: what the shopper, the clock and the merchant's dashboard do, as method calls.
 *
 * @example
 * ```ts
 * const sandbox = app.get(Sandbox);
 * await sandbox.pay('S10042');
 * const [first] = await sandbox.deliveries('S10042');
 * expect(first?.verdict).toBe('acknowledged');
 * ```
 */
@Injectable()
export class Sandbox {
  constructor(
    private readonly finder: OrderFinder,
    private readonly outcomes: PaymentOutcomes,
    private readonly expiry: OrderExpiry,
    private readonly archive: NotificationArchive,
    private readonly sender: NotificationSender,
    private readonly agenda: Agenda,
    private readonly time: TimeTravel,
    /** Faults on demand: scripted, or by chance from a seed. */
    readonly faults: SandboxFaults,
  ) {}

  /**
   * The shopper pays; also after a cancellation or an expiry, as late payments do. Resolves when the shop has been
   * notified once.
   *
   * @throws SandboxError `ORDER_UNKNOWN`, `OUTCOME_IMPOSSIBLE`
   */
  pay(orderId: string, choice: SandboxPaymentChoice = {}): Promise<SandboxOrder> {
    return this.#end(orderId, 'paid', choice);
  }

  /** The bank declines; the page stays open for another try. Otherwise as {@link Sandbox.pay}. */
  decline(orderId: string, choice: SandboxPaymentChoice = {}): Promise<SandboxOrder> {
    return this.#end(orderId, 'declined', choice);
  }

  /** The shopper cancels. Otherwise as {@link Sandbox.pay}. */
  cancel(orderId: string, choice: SandboxPaymentChoice = {}): Promise<SandboxOrder> {
    return this.#end(orderId, 'cancelled', choice);
  }

  /** The shopper walks away before any transaction exists (spec §3). Otherwise as {@link Sandbox.pay}. */
  leave(orderId: string, choice: SandboxOrderChoice = {}): Promise<SandboxOrder> {
    return this.#end(orderId, 'unfinished', choice);
  }

  /** The order as it is now. @throws SandboxError `ORDER_UNKNOWN` */
  async order(orderId: string, choice: SandboxOrderChoice = {}): Promise<SandboxOrder> {
    return this.#describe(await this.#find(orderId, choice));
  }

  /** Every notification request sent about an order, oldest first. @throws SandboxError `ORDER_UNKNOWN` */
  async deliveries(orderId: string, choice: SandboxOrderChoice = {}): Promise<SandboxDelivery[]> {
    return this.archive.history(await this.#find(orderId, choice));
  }

  /**
   * Sends the notification of an earlier delivery once more, as the order is now (spec §6: manual resend).
   *
   * @returns the delivery that decided: the site-level one when the order's own address failed.
   * @throws SandboxError `DELIVERY_UNKNOWN`
   */
  async resend(deliveryId: string): Promise<SandboxDelivery> {
    const earlier = await this.archive.findDelivery(deliveryId);
    const sent =
      earlier === null ? [] : await this.sender.resend({ id: earlier.notificationId, orderKey: earlier.orderKey });
    const history = earlier === null ? [] : await this.archive.historyOf(earlier.orderKey);
    const decisive = history.find(({ id }) => id === sent.at(-1)?.id);
    if (decisive !== undefined) return decisive;
    const advice = 'Take the id from Sandbox.deliveries(), while the sandbox is running.';
    throw new SandboxError('DELIVERY_UNKNOWN', `There is no delivery "${deliveryId}" to repeat.`, { advice });
  }

  /**
   * Does what is due by the sandbox's clock: expires orders, sends and resends notifications (spec §8), and waits for
   * the end of it.
   *
   * @returns the number of requests sent.
   */
  runDue(): Promise<number> {
    return this.agenda.runDue();
  }

  /**
   * Puts the sandbox's clock forward, and does on the way what falls due, each thing at its own time: 45 minutes of
   * resends, an expiry, a midnight. A clock given as option that can be moved, such as a `ManualClock`, is moved too.
   *
   * @param ms milliseconds, 0 to ten years.
   * @returns the number of requests that were due and sent.
   * @throws SandboxError `TIME_INVALID`
   */
  advance(ms: number): Promise<number> {
    return this.time.advance(ms);
  }

  /** Resolves when no notification is on its way any more. */
  async idle(): Promise<void> {
    await this.sender.idle();
  }

  async #end(orderId: string, outcome: PaymentOutcome, choice: SandboxPaymentChoice): Promise<SandboxOrder> {
    const { id: orderKey } = await this.#find(orderId, choice);
    const result = await this.outcomes.apply({ orderKey, outcome, source: 'library', method: choice.method });
    if (!result.ok) {
      const advice = 'Create another order, or choose another outcome.';
      throw new SandboxError('OUTCOME_IMPOSSIBLE', `The order "${orderId}" ${OBSTACLES[result.reason]}.`, { advice });
    }
    await this.sender.sendNow(result.notification);
    return this.#describe(result.order);
  }

  async #find(orderId: string, { group }: SandboxOrderChoice): Promise<SandboxOrderEntity> {
    await this.expiry.runDue();
    const orders = await this.finder.findInAllGroups(orderId);
    const [order, ...others] = orders.filter((each) => group === undefined || each.group === group);
    if (order !== undefined && others.length === 0) return order;
    const problem = order === undefined ? 'no order' : 'more than one order';
    const advice =
      order === undefined ? 'Create it first, with POST /v1/json/orders.' : 'Name the terminal group as well.';
    throw new SandboxError('ORDER_UNKNOWN', `The sandbox has ${problem} "${orderId}".`, { advice });
  }

  async #describe(order: SandboxOrderEntity): Promise<SandboxOrder> {
    const { transaction } = await this.finder.withTransaction(order);
    const session = await this.finder.openSession(order);
    const { group, orderId, status, amount, currency } = order;
    const links = { transactionId: transaction?.transactionId ?? null, paymentUrl: session?.paymentUrl ?? null };
    return { group, orderId, status, amount, currency, ...links };
  }
}
