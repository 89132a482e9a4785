import { isFields } from '../../../protocol/index.js';
import type { TillEmployee } from '../../orders/index.js';
import type {
  PaymentOutcome,
  SandboxOrder,
  SandboxPaymentChoice,
  SandboxRefund,
  SandboxRefundChoice,
  SandboxShipmentChoice,
} from '../../payments/index.js';
import type { Sandbox } from '../sandbox.js';
import { ControlRefusal, type ControlBody } from './control-answers.js';
import { shownOrder, shownRefund } from './shown-order.js';

type Choice = SandboxPaymentChoice & SandboxShipmentChoice & SandboxRefundChoice;
type Field = (value: unknown, name: string) => Partial<Choice>;

interface OutcomeAction {
  /** The fields that it takes, besides `outcome` and `group`. */
  readonly takes: readonly string[];
  readonly run: (sandbox: Sandbox, orderId: string, choice: Choice) => Promise<SandboxOrder | SandboxRefund>;
}

/**
 * What can happen to an order over HTTP: what the clock alone brings about is left to it, and the kinds of a cancellation and
 * of a chargeback to the order.
 */
export type ControlOutcome = Exclude<PaymentOutcome, 'lapsed' | 'unshipped' | 'withdrawn' | 'disputed'> | 'refunded';

const TRY = ['transaction_id'];
const PAYMENT = ['transaction_id', 'method'];

const ACTIONS: Readonly<Record<ControlOutcome, OutcomeAction>> = {
  begun: { takes: ['method'], run: (sandbox, id, choice) => sandbox.begin(id, choice) },
  paid: { takes: [...PAYMENT, 'amount', 'tip', 'employee'], run: (sandbox, id, choice) => sandbox.pay(id, choice) },
  declined: { takes: PAYMENT, run: (sandbox, id, choice) => sandbox.decline(id, choice) },
  cancelled: { takes: PAYMENT, run: (sandbox, id, choice) => sandbox.cancel(id, choice) },
  unfinished: { takes: [], run: (sandbox, id, choice) => sandbox.leave(id, choice) },
  uncleared: { takes: PAYMENT, run: (sandbox, id, choice) => sandbox.hold(id, choice) },
  accepted: { takes: TRY, run: (sandbox, id, choice) => sandbox.accept(id, choice) },
  rejected: { takes: TRY, run: (sandbox, id, choice) => sandbox.reject(id, choice) },
  expired: { takes: TRY, run: (sandbox, id, choice) => sandbox.expire(id, choice) },
  shipped: {
    takes: ['carrier', 'tracktrace_code', 'tracktrace_url'],
    run: (sandbox, id, choice) => sandbox.ship(id, choice),
  },
  chargedback: { takes: ['amount'], run: (sandbox, id, choice) => sandbox.chargeback(id, choice) },
  reversed: { takes: [], run: (sandbox, id, choice) => sandbox.reverseChargeback(id, choice) },
  refunded: { takes: [...TRY, 'amount', 'description'], run: (sandbox, id, choice) => sandbox.refund(id, choice) },
};

const FIELDS: Readonly<Record<string, Field>> = {
  group: (value, name) => ({ group: text(value, name) }),
  transaction_id: (value, name) => ({ transactionId: text(value, name) }),
  method: (value, name) => ({ method: text(value, name) }),
  amount: (value, name) => ({ amount: minorUnits(value, name) }),
  tip: (value, name) => ({ tip: minorUnits(value, name) }),
  employee: (value, name) => ({ employee: employee(value, name) }),
  carrier: (value, name) => ({ carrier: text(value, name) }),
  tracktrace_code: (value, name) => ({ trackTraceCode: text(value, name) }),
  tracktrace_url: (value, name) => ({ trackTraceUrl: text(value, name) }),
  description: (value, name) => ({ description: text(value, name) }),
};

/** Every outcome by its name. */
export const CONTROL_OUTCOMES = Object.keys(ACTIONS) as readonly ControlOutcome[];

const isOutcome = (value: unknown, outcomes: readonly ControlOutcome[]): value is ControlOutcome =>
  outcomes.some((each) => each === value);

/**
 * Does to an order what the body names: `{"outcome": "paid", "method": "VISA"}`. Resolves after the first notification to the
 * shop.
 *
 * @param outcomes - those that are possible here
 * @returns the order as it is then, and a refund that was made
 * @throws ControlRefusal for another outcome, and for a field that is `null` or that it does not take: an amount that is
 *   misspelt, or that a test has not set, would be left out, and all be paid or refunded
 */
export async function applyOutcome(
  sandbox: Sandbox,
  orderId: string,
  { outcome, ...fields }: ControlBody,
  outcomes = CONTROL_OUTCOMES,
): Promise<object> {
  if (!isOutcome(outcome, outcomes)) {
    throw new ControlRefusal(400, `Send {"outcome": …} with one of ${outcomes.join(', ')}.`);
  }
  const { takes, run } = ACTIONS[outcome];
  const choices = Object.entries(fields).map(([name, value]): Partial<Choice> => {
    if (name === 'group' || takes.includes(name)) return FIELDS[name]?.(value, name) ?? {};
    const others = takes.length > 0 ? takes.join(', ') : 'no further field';
    throw new ControlRefusal(400, `"${outcome}" does not take "${name}": it takes ${others}.`);
  });
  const choice = Object.assign({}, ...choices) as Choice;
  const done = await run(sandbox, orderId, choice);
  const order = shownOrder(await sandbox.order(orderId, choice));
  return 'refundId' in done ? { ...order, refund: shownRefund(done) } : order;
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ControlRefusal(400, `"${name}" must be a text, or be left out.`);
}

function minorUnits(value: unknown, name: string): number {
  if (typeof value === 'number') return value;
  throw new ControlRefusal(400, `"${name}" must be a number, in minor units, or be left out.`);
}

function employee(value: unknown, name: string): TillEmployee {
  if (!isFields(value)) throw new ControlRefusal(400, `"${name}" must have an id and a name.`);
  return { id: text(value['id'], `${name}.id`), name: text(value['name'], `${name}.name`) };
}
