import { Injectable } from '@nestjs/common';
import { NotificationSender } from '../../notifications/index.js';
import { SandboxError } from '../../core/index.js';
import type { SandboxOrder, SandboxOrderChoice, SandboxTryChoice } from '../sandbox.types.js';
import { OrderExpiry } from './order-expiry.js';
import type { OutcomeObstacle } from './outcome-rules.js';
import { PaymentOutcomes } from './payment-outcomes.js';
import type { OutcomeRequest } from './payment-outcomes.types.js';
import { OrderFinder, type SandboxOrderEntity } from '../../orders/index.js';

const OBSTACLES: Readonly<Record<OutcomeObstacle, string>> = {
  'already-paid': 'is paid already',
  'no-till': 'is not paid at a till, so no one gives a tip',
  closed: 'takes no payment any more',
  started: 'has a transaction already, so it cannot be left unfinished',
  pending: 'waits for a decision: accept or reject it',
  'not-pending': 'does not wait for a decision',
  'not-paid': 'is not paid',
  'not-charged-back': 'was not charged back',
};

/** Changes orders by their `order_id`, for the library functions: throws if it is impossible. */
@Injectable()
export class OrderDriver {
  constructor(
    private readonly finder: OrderFinder,
    private readonly outcomes: PaymentOutcomes,
    private readonly expiry: OrderExpiry,
    private readonly sender: NotificationSender,
  ) {}

  /**
   * Applies an outcome, and resolves after the first notification to the shop.
   *
   * @throws SandboxError `ORDER_UNKNOWN`, `OUTCOME_IMPOSSIBLE`
   */
  async move(
    orderId: string,
    choice: SandboxTryChoice,
    request: Omit<OutcomeRequest, 'orderKey' | 'source' | 'transactionKey'>,
  ): Promise<SandboxOrder> {
    const order = await this.find(orderId, choice);
    const transactionKey = await this.tryOf(order, choice.transactionId);
    checkAmounts(request);
    const result = await this.outcomes.apply({ ...request, orderKey: order.id, transactionKey, source: 'library' });
    if (!result.ok) {
      const advice = 'Create another order, or choose another outcome.';
      throw new SandboxError('OUTCOME_IMPOSSIBLE', `The order "${orderId}" ${OBSTACLES[result.reason]}.`, { advice });
    }
    await this.sender.sendNow(result.notification);
    return this.describe(result.order);
  }

  /** @throws SandboxError `ORDER_UNKNOWN` if there is no order with this id, or more than one. */
  async find(orderId: string, { group }: SandboxOrderChoice): Promise<SandboxOrderEntity> {
    await this.expiry.runDue();
    const orders = await this.finder.findInAllGroups(orderId);
    const [order, ...others] = orders.filter((each) => group === undefined || each.group === group);
    if (order !== undefined && others.length === 0) return order;
    const problem = order === undefined ? 'no order' : 'more than one order';
    const advice =
      order === undefined ? 'Create it first, with POST /v1/json/orders.' : 'Name the terminal group as well.';
    throw new SandboxError('ORDER_UNKNOWN', `The sandbox has ${problem} "${orderId}".`, { advice });
  }

  /**
   * The sandbox's own key of a try; null: the one whose state the order has.
   *
   * @throws SandboxError `OUTCOME_IMPOSSIBLE`
   */
  async tryOf(order: SandboxOrderEntity, transactionId: string | undefined): Promise<string | null> {
    if (transactionId === undefined) return null;
    const { tries } = await this.finder.withTransaction(order);
    const found = tries.find((each) => each.transactionId === transactionId);
    if (found !== undefined) return found.id;
    const advice = 'Take it from the tries of Sandbox.order().';
    const message = `The order "${order.orderId}" has no try "${transactionId}".`;
    throw new SandboxError('OUTCOME_IMPOSSIBLE', message, { advice });
  }

  /** The order in the library's form. */
  async describe(order: SandboxOrderEntity): Promise<SandboxOrder> {
    const { transaction, tries } = await this.finder.withTransaction(order);
    const session = await this.finder.openSession(order);
    const { group, orderId, status, financialStatus, amount, amountRefunded, currency } = order;
    const links = { transactionId: transaction?.transactionId ?? null, paymentUrl: session?.paymentUrl ?? null };
    return {
      group,
      orderId,
      status,
      financialStatus,
      amount,
      amountRefunded,
      currency,
      ...links,
      tries: tries.map(({ transactionId, method, status, amount }) => ({ transactionId, method, status, amount })),
    };
  }
}

function checkAmounts({ amount, tip }: Pick<OutcomeRequest, 'amount' | 'tip'>): void {
  for (const given of [amount, tip]) {
    if (given === undefined || (Number.isSafeInteger(given) && given >= 1)) continue;
    const advice = 'Give a whole number of minor units, at least 1, or none at all.';
    throw new SandboxError('OUTCOME_IMPOSSIBLE', `${given} is no amount.`, { advice });
  }
  if (amount === undefined || tip === undefined) return;
  const advice = 'Leave out the amount: anyone who gives a tip pays all that is due.';
  throw new SandboxError('OUTCOME_IMPOSSIBLE', 'A part of what is due takes no tip.', { advice });
}
