import type { Sandbox } from '../../../src/sandbox/index.js';

/** One thing that becomes of a payment at the service. */
type Move = (sandbox: Sandbox, id: string, choice: { readonly method: string }) => Promise<unknown>;

/** What may become of a payment at the service. */
export const MOVES = {
  pays: (sandbox, id, choice) => sandbox.pay(id, choice),
  'pays a part': (sandbox, id, choice) => sandbox.pay(id, { ...choice, amount: 400 }),
  'is declined': (sandbox, id, choice) => sandbox.decline(id, choice),
  cancels: (sandbox, id, choice) => sandbox.cancel(id, choice),
  leaves: (sandbox, id) => sandbox.leave(id),
  'runs out of time': (sandbox, id) => sandbox.expire(id),
  'is held': (sandbox, id, choice) => sandbox.hold(id, choice),
  clears: (sandbox, id) => sandbox.accept(id),
  'does not clear': (sandbox, id) => sandbox.reject(id),
  'is charged back': (sandbox, id) => sandbox.chargeback(id),
  'wins the dispute': (sandbox, id) => sandbox.reverseChargeback(id),
  'is refunded in the dashboard': (sandbox, id) => sandbox.refund(id, { amount: 300 }),
  'is shipped': (sandbox, id) => sandbox.ship(id),
} satisfies Record<string, Move>;

/** The name of one of them. */
export type MoveName = keyof typeof MOVES;

/** What becomes of payments; most are paid, so that there is something to refund. */
export const STORIES: readonly (readonly MoveName[])[] = [
  ['pays'],
  ['pays'],
  ['pays', 'is shipped'],
  ['is declined', 'pays'],
  ['cancels'],
  ['leaves'],
  ['runs out of time'],
  ['is held', 'clears'],
  ['is held', 'does not clear'],
  ['cancels', 'pays'],
  ['runs out of time', 'pays'],
  ['pays', 'pays'],
  ['pays a part', 'pays'],
  ['pays', 'is charged back'],
  ['pays', 'is charged back', 'wins the dispute'],
  ['pays', 'is refunded in the dashboard'],
  ['pays', 'is refunded in the dashboard', 'is refunded in the dashboard'],
  [],
];
/** Those that begin with a payment. */
export const PAID_STORIES = STORIES.filter(([first]) => first === 'pays');
/** How shoppers pay: each reports its payments, and what is cancelled, in words of its own. */
/** What the service answers to every refund of some orders: no such currency, and that this payment cannot be refunded. */
export const REFUSALS = ['sandbox:refund-error=1002', 'sandbox:refund-error=403'] as const;
export const METHODS = ['IDEAL', 'IDEAL', 'PAYPAL', 'VISA', 'AMAZONBTN', 'TRUSTLY'] as const;
