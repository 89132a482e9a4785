import { waitAtMost } from '../../support/index.js';
import type { SandboxOrderEntity } from '../orders/index.js';
import type { Sandbox } from '../control/index.js';
import { decideOutcome, type PaymentOutcome, type SandboxOrderChoice } from '../payments/index.js';

/** An action of the merchant's dashboard on an order, with one button. */
export interface OrderAction {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  /** The message after it. */
  readonly done: string;
  /** It takes money from the shop, or ends a payment. */
  readonly isDestructive?: boolean;
  readonly outcome: PaymentOutcome;
  /** A further condition, besides the outcome's own rule. */
  readonly offered?: (order: SandboxOrderEntity) => boolean;
  readonly run: (sandbox: Sandbox, orderId: string, choice: SandboxOrderChoice) => Promise<unknown>;
}

const CLOSED: ReadonlySet<string> = new Set(['cancelled', 'void', 'expired']);

/** The buttons of a transaction's page, in their order. */
export const ORDER_ACTIONS: readonly OrderAction[] = [
  {
    name: 'accept',
    label: 'Accept',
    done: 'The payment was accepted.',
    outcome: 'accepted',
    run: (sandbox, orderId, choice) => sandbox.accept(orderId, choice),
  },
  {
    name: 'reject',
    label: 'Reject',
    done: 'The payment was rejected.',
    isDestructive: true,
    outcome: 'rejected',
    run: (sandbox, orderId, choice) => sandbox.reject(orderId, choice),
  },
  {
    name: 'pay-late',
    label: 'Let a late payment arrive',
    done: 'A late payment has arrived.',
    outcome: 'paid',
    offered: ({ status }) => CLOSED.has(status),
    run: (sandbox, orderId, choice) => sandbox.pay(orderId, { ...choice, method: 'BANKTRANS' }),
  },
  {
    name: 'second-chance',
    label: 'Mail the second link',
    done: 'The second link was mailed.',
    outcome: 'paid',
    offered: ({ secondChance, secondChanceAt }) => secondChance === 'wanted' && secondChanceAt !== null,
    run: (sandbox, orderId, choice) => sandbox.sendSecondChance(orderId, choice),
  },
  {
    name: 'ship',
    label: 'Mark as shipped',
    done: 'The order was marked as shipped.',
    outcome: 'shipped',
    offered: ({ shippedAt }) => shippedAt === null,
    run: (sandbox, orderId, choice) => sandbox.ship(orderId, choice),
  },
  {
    name: 'chargeback',
    label: 'Charge back',
    done: 'The payment was charged back.',
    isDestructive: true,
    outcome: 'chargedback',
    run: (sandbox, orderId, choice) => sandbox.chargeback(orderId, choice),
  },
  {
    name: 'reverse-chargeback',
    label: 'Reverse the chargeback',
    done: 'The chargeback was reversed.',
    outcome: 'reversed',
    run: (sandbox, orderId, choice) => sandbox.reverseChargeback(orderId, choice),
  },
  {
    name: 'expire',
    label: 'Let it expire',
    done: 'The order has expired.',
    isDestructive: true,
    outcome: 'expired',
    run: (sandbox, orderId, choice) => sandbox.expire(orderId, choice),
  },
];

/** The actions that are possible for the order now. */
export function possibleActions(order: SandboxOrderEntity): readonly OrderAction[] {
  const { status, financialStatus, transactionKey } = order;
  const state = { status, financialStatus, hasTransaction: transactionKey !== null };
  return ORDER_ACTIONS.filter(
    ({ outcome, offered }) => decideOutcome(state, outcome, 'library').ok && offered?.(order) !== false,
  );
}

const PATIENCE_MS = 1_500;

/**
 * Waits for work that ends with the shop's reply, but only for a short time, because a person waits for the page.
 *
 * @returns whether it has ended. The action stays valid; a late reply will be in the history.
 */
const waitBriefly = (work: Promise<unknown>): Promise<boolean> =>
  waitAtMost(
    work.then(() => true),
    { ms: PATIENCE_MS, late: () => false, ref: false },
  );

/** The message after an action; it says so if the shop has not replied yet. */
export async function textAfter(done: string, work: Promise<unknown>): Promise<string> {
  return (await waitBriefly(work)) ? done : `${done} The shop has not replied to the notification yet.`;
}
