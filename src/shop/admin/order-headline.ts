import type { Money } from '../../protocol/index.js';
import type { CreateState, PaymentOrder, PaymentStatus } from '../orders/index.js';
import { REFUND_LABELS, type RefundState, UNPAID_STATES } from '../refund-records/index.js';
import type { OrderMoney } from './order-money.js';
import { toDoText } from './reason.labels.js';

/** The facts for the sentences about an order. Times in epoch milliseconds. */
export interface HeadlineFacts extends Pick<
  PaymentOrder,
  'status' | 'createState' | 'paid' | 'amount' | 'amountRefunded' | 'attention'
> {
  /** The money of the order; absent where it is not known. */
  readonly money?: OrderMoney;
  /** The newest first. */
  readonly refunds: readonly {
    readonly state: RefundState;
    readonly amount: Money;
    readonly plannedAt: number | null;
  }[];
  /** Notifications that are stored and not applied: waiting to be processed, failing and tried again, or for a person. */
  readonly notifications: { readonly pending: number; readonly failing: number; readonly parked: number };
  /** Effects after the commit: still to run, failing and tried again, or failed. */
  readonly effects: { readonly pending: number; readonly failing: number; readonly failed: number };
  /** Whether a handler of the shop failed for what the last poll found. */
  readonly pollFails: boolean;
  /** When the service is read next without a notification; null when it is not. */
  readonly nextPollAt: number | null;
  /** The time by which a payment is known without any notification; null when none is expected. */
  readonly knownBy: number | null;
}

/** A future event, or a task. */
export interface OrderProspect {
  /** A plain sentence. */
  readonly text: string;
  /** The time, epoch milliseconds; null where it is not known, or depends on a person. */
  readonly at: number | null;
  /** Whether nothing continues until a person acts. */
  readonly needsAttention: boolean;
}

/** The state of an order in short, for people in a hurry. */
export interface OrderHeadline {
  /** The present state: one plain sentence. */
  readonly now: string;
  /** What happens next, the most urgent first; never empty. */
  readonly next: readonly OrderProspect[];
}

/** Formats an amount. */
export type AmountText = (amount: Money) => string;

const plainText: AmountText = (amount) => amount.toString();

type Sentence = (facts: HeadlineFacts, text: AmountText) => string;

const BEFORE_ANY_WORD: Readonly<Record<CreateState, string>> = {
  creating: 'It is on its way to the service, which may or may not have it yet.',
  created: 'It can be paid; the service has not said anything of a payment yet.',
  failed: 'The service refused it: it cannot be paid.',
};

const STATES: Readonly<Record<PaymentStatus, Sentence>> = {
  initialized: () => 'The customer has begun to pay; nothing has been decided yet.',
  uncleared: () => 'A payment was made and waits for clearing; the money is not there yet.',
  reserved: () => 'The money is reserved and has not moved yet.',
  authorised: () => 'The money is promised and waits to be captured.',
  completed: ({ amount }, text) => `It is paid: ${text(amount)}.`,
  shipped: ({ amount }, text) => `It is paid, ${text(amount)}, and was reported as shipped.`,
  declined: () => 'The last payment was refused; the customer may try again.',
  cancelled: () => 'It was cancelled, or left unfinished.',
  void: () => 'The payment was annulled.',
  voided: ({ amount }, text) => `It was paid, ${text(amount)}, and the payment was annulled.`,
  expired: () => 'The time to pay is over.',
  refunded: ({ amountRefunded }, text) => `It was paid, and all of it was refunded: ${text(amountRefunded)}.`,
  partial_refunded: ({ amount, amountRefunded }, text) =>
    `It is paid, ${text(amount)}, of which ${text(amountRefunded)} was refunded.`,
  chargedback: ({ amount }, text) => `It was paid, ${text(amount)}, and the bank has taken the money back.`,
};

const UNPAID: ReadonlySet<PaymentStatus> = new Set(['cancelled', 'void', 'expired', 'declined']);

/** Whether the service has reported something that the order does not show: a handler fails, or no process works. */
const isBehind = ({ notifications: { pending, failing, parked }, pollFails }: HeadlineFacts): boolean =>
  pending + failing + parked > 0 || pollFails;

function stateOf(facts: HeadlineFacts, amountText: AmountText): string {
  // What is stored would say that nothing was paid, and the customer be asked to pay again.
  if (isBehind(facts) && !facts.paid)
    return 'It is not known here how it stands, and it may be paid: what the service reported last has not been applied.';
  if (facts.status === null) return BEFORE_ANY_WORD[facts.createState];
  const text = STATES[facts.status](facts, amountText);
  if (!UNPAID.has(facts.status)) return text;
  return facts.paid ? `${text} Money had come for it before.` : `${text} Nothing was paid.`;
}

/** States of refunds that are not over, the most urgent first. */
const OPEN_REFUNDS: readonly RefundState[] = ['manual', 'unknown', 'sending', 'queued', 'accepted'];

const forPeople = (text: string): OrderProspect => ({ text, at: null, needsAttention: true });
const soon = (text: string, at: number | null = null): OrderProspect => ({ text, at, needsAttention: false });
const some = (count: number, one: string, several: string): string => (count === 1 ? one : `${count} ${several}`);

function refundsOf({ refunds }: HeadlineFacts, amountText: AmountText): OrderProspect[] {
  return OPEN_REFUNDS.flatMap((state) =>
    refunds
      .filter((refund) => refund.state === state)
      .map(({ amount, plannedAt }) => ({
        text: `A refund of ${amountText(amount)} ${REFUND_LABELS[state].text}.`,
        at: plannedAt,
        needsAttention: state === 'manual',
      })),
  );
}

/** Refused refunds, the newest first, except those that a newer one of the same amount replaces. */
function refusedOf({ refunds }: HeadlineFacts, amountText: AmountText): OrderProspect[] {
  return refunds
    .filter(({ state, amount }, index) => {
      const newer = refunds.slice(0, index);
      return (
        state === 'rejected' && !newer.some((each) => each.amount.equals(amount) && !UNPAID_STATES.has(each.state))
      );
    })
    .map(({ amount }) => soon(`A refund of ${amountText(amount)} was refused: the customer did not get it.`));
}

function workOf({ notifications, effects }: HeadlineFacts): OrderProspect[] {
  const { parked, failing, pending } = notifications;
  return [
    ...(effects.failed > 0
      ? [
          forPeople(
            `${some(effects.failed, 'A task of the shop has', 'tasks of the shop have')} failed: replay or discard.`,
          ),
        ]
      : []),
    ...(parked > 0
      ? [
          forPeople(
            `${some(parked, 'A notification', 'notifications')} could not be applied: mend the cause and replay.`,
          ),
        ]
      : []),
    ...(failing > 0
      ? [
          forPeople(
            `${some(failing, 'A notification', 'notifications')} could not be applied yet, which is tried again by itself: tell those who run the shop.`,
          ),
        ]
      : []),
    ...(effects.failing > 0
      ? [
          forPeople(
            `${some(effects.failing, 'A task of the shop fails', 'tasks of the shop fail')}, which is tried again by itself: tell those who run the shop.`,
          ),
        ]
      : []),
    ...(pending > 0 ? [soon(`${some(pending, 'A notification waits', 'notifications wait')} to be applied.`)] : []),
    ...(effects.pending > 0
      ? [soon(`${some(effects.pending, 'A task of the shop is', 'tasks of the shop are')} still to run.`)]
      : []),
  ];
}

function pollsOf(facts: HeadlineFacts): OrderProspect[] {
  const { nextPollAt, paid, status, createState } = facts;
  const knownBy = isBehind(facts) ? null : facts.knownBy;
  if (nextPollAt !== null && !paid) {
    const [text, at] = ['Should no notification come, the service is asked again', nextPollAt];
    return [
      soon(`${text}.`, at),
      ...(knownBy === null ? [] : [soon('A payment is known at the latest by then.', knownBy)]),
    ];
  }
  if (paid || (status === null && createState === 'failed')) return [];
  return [soon('The service is not asked any more by itself; a notification would still be heard.')];
}

const AT_REST = 'Nothing more is expected; a refund or a chargeback would still be noticed.';

/**
 * The state of an order, what happens next, and when: in plain sentences. Pure. Amounts are written as `12.50 EUR` by
 * default.
 *
 * @example
 * const sentence = (facts: HeadlineFacts): string => orderHeadline(facts).now; // 'It is paid: 12.50 EUR.'
 */
export function orderHeadline(facts: HeadlineFacts, amountText = plainText): OrderHeadline {
  const attention = facts.attention === null ? [] : [forPeople(toDoText(facts.attention, facts.money))];
  const all = [
    ...attention,
    ...refundsOf(facts, amountText),
    ...refusedOf(facts, amountText),
    ...workOf(facts),
    ...pollsOf(facts),
  ];
  const next = [
    ...all.filter(({ needsAttention }) => needsAttention),
    ...all.filter(({ needsAttention }) => !needsAttention),
  ];
  return { now: stateOf(facts, amountText), next: next.length > 0 ? next : [soon(AT_REST)] };
}
