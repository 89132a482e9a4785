import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { merge } from '../../../src/shop/orders/merge/merge.js';
import { summaryOf } from '../../../src/shop/orders/merge/merge.summary.js';
import type { OrderState } from '../../../src/shop/orders/merge/merge.types.js';
import { impliesPaid, type PaymentStatus } from '../../../src/shop/orders/merge/payment-status.js';
import { STATUSES } from '../../support/drawn-histories.js';
import { fresh, observedOrder, stateAfter, type ObservedInput } from '../../support/observations.js';

/** What a get-order shows of an attempt: its newest transaction only, or, read repeatedly, all of them. */
type Service = 'latest' | 'all';

interface Delivery {
  readonly chain: readonly ObservedInput[];
  /** Indexes into the chain, each at least once. */
  readonly arrivals: readonly number[];
  readonly service: Service;
}

const timed = (chain: readonly ObservedInput[]): ObservedInput[] =>
  chain.map((each, index) => ({ at: index * 5, ...each }));

/** What the service would answer about an attempt now that all has happened. */
function answers(chain: readonly ObservedInput[], attempt: number, service: Service): ObservedInput[] {
  const own = timed(chain).filter((each) => (each.attempt ?? 1) === attempt);
  const newest = new Map(own.map((each) => [each.transactionId, each]));
  const shown = service === 'all' ? [...newest.values()] : own.slice(-1);
  return shown.map((each) => ({ ...each, authoritative: true }));
}

/** Delivers the messages; whenever the API is asked, it answers the state in which all ended. */
function deliver({ chain, arrivals, service }: Delivery): { state: OrderState; events: string[] } {
  const attempts = Math.max(...chain.map((each) => each.attempt ?? 1));
  const events: string[] = [];
  let state: OrderState = { ...fresh, attempt: attempts };
  const see = (each: ObservedInput): boolean => {
    const decision = merge(state, observedOrder(each));
    if (decision.kind === 'transition') events.push(...decision.events);
    state = stateAfter(state, decision);
    return decision.kind === 'ask';
  };
  for (const arrival of arrivals) {
    const message = timed(chain)[arrival]!;
    if (see(message)) answers(chain, message.attempt ?? 1, service).forEach(see);
  }
  return { state, events };
}

/** All that counts, without what depends on what the shop had been told before (whether a payment was a surprise, or shipped). */
const outcome = ({ transactions, mismatches, ...state }: OrderState) => ({
  transactions: transactions
    .map(({ shipped: _reported, ...each }) => ({ ...each, recordedAt: 0 }))
    .sort((a, b) => (`${a.attempt}${a.id}` < `${b.attempt}${b.id}` ? -1 : 1)),
  mismatches: [...mismatches].sort(),
  summary: summaryOf({ ...state, transactions, mismatches }),
});

const indexesOf = (chain: readonly ObservedInput[]): number[] => chain.map((_, index) => index);

/** Every message once or more, in any order. */
const anyArrivals = (chain: readonly ObservedInput[]): fc.Arbitrary<number[]> =>
  fc
    .array(fc.constantFrom(...indexesOf(chain)), { maxLength: 5 })
    .chain((extra) => fc.shuffledSubarray([...indexesOf(chain), ...extra], { minLength: chain.length + extra.length }));

/** The money that the messages prove: one payment for each transaction that brought some, of each attempt. */
function provedPayments(chain: readonly ObservedInput[]): number {
  const paid = chain.filter(
    ({ status, financialStatus }) => status && isMoney(status) && !isSent(status, financialStatus),
  );
  return new Set(paid.map((each) => `${each.attempt ?? 1} ${each.transactionId}`)).size;
}

/** Goods that left before their money came. */
const isSent = (status: string, financialStatus: string | null | undefined): boolean =>
  status === 'shipped' && financialStatus !== 'completed';

const isMoney = (status: string): boolean => impliesPaid(status as PaymentStatus);

function holds(chain: readonly ObservedInput[], arrivals: readonly number[], service: Service): void {
  const inOrder = deliver({ chain, arrivals: indexesOf(chain), service });
  const { state, events } = deliver({ chain, arrivals, service });
  expect(outcome(state)).toEqual(outcome(inOrder.state));
  const payments = provedPayments(chain);
  expect(summaryOf(state).payments).toBe(payments);
  const reported = events.filter((event) => event === 'completed' || event === 'paid_after_cancel');
  expect(reported).toHaveLength(Math.min(payments, 1));
  expect(events.filter((event) => event === 'paid_twice')).toHaveLength(Math.max(payments - 1, 0));
}

const anyObserved: fc.Arbitrary<ObservedInput> = fc.record({
  status: fc.constantFrom(...STATUSES),
  financialStatus: fc.constantFrom('completed', 'initialized', 'uncleared'),
  amountRefunded: fc.constantFrom(0, 0, 100, 300, 1250),
  attempt: fc.constantFrom(1, 2),
  transactionId: fc.constantFrom('171', '172', '173'),
});

const anyDelivery: fc.Arbitrary<Delivery> = fc.array(anyObserved, { minLength: 1, maxLength: 5 }).chain((chain) =>
  fc.record({
    chain: fc.constant(chain),
    arrivals: anyArrivals(chain),
    service: fc.constantFrom<Service>('latest', 'all'),
  }),
);

const A = { transactionId: '171' };
const B = { transactionId: '172' };

/** Chains that have happened, also within one second. */
const CHAINS: Readonly<Record<string, ObservedInput[]>> = {
  'a payment': [
    { ...A, status: 'initialized' },
    { ...A, status: 'completed' },
  ],
  'a payment of one second': [
    { ...A, status: 'initialized', at: 0 },
    { ...A, status: 'completed', at: 0 },
    { ...A, status: 'shipped', at: 0 },
  ],
  'a second try': ['initialized', 'declined', 'initialized', 'completed'].map((status) => ({ ...A, status })),
  'an abandoned session': [
    { transactionId: null, status: 'initialized' },
    { transactionId: null, status: 'cancelled' },
  ],
  'money after the end': ['initialized', 'expired', 'completed'].map((status) => ({ ...A, status })),
  'refunds, by amount and by status': [
    { ...A, status: 'completed' },
    { ...A, status: 'completed', amountRefunded: 100 },
    { ...A, status: 'partial_refunded', amountRefunded: 300 },
    { ...A, status: 'refunded', amountRefunded: 1250 },
  ],
  'a chargeback taken back': ['completed', 'chargedback', 'completed'].map((status) => ({ ...A, status })),
  'a paid transaction, and one that expired after it': [
    { ...A, status: 'completed' },
    { ...B, status: 'uncleared' },
    { ...B, status: 'expired' },
  ],
  'another attempt declined and expired (scenario L2)': [
    { ...A, status: 'initialized' },
    { ...B, attempt: 2, status: 'completed' },
    { ...A, status: 'declined' },
    { ...A, status: 'expired' },
  ],
  'an old attempt that is paid after all': [
    { ...A, status: 'cancelled' },
    { ...B, attempt: 2, status: 'initialized' },
    { ...A, status: 'completed' },
  ],
  'both attempts paid (scenario D8)': [
    { ...A, status: 'completed' },
    { ...B, attempt: 2, status: 'completed' },
    { ...B, attempt: 2, status: 'refunded', amountRefunded: 1250 },
  ],
};

describe('merge, whatever the order of arrival (scenario L3)', () => {
  const services: Service[] = ['latest', 'all'];

  it.each(Object.entries(CHAINS))('%s ends the same, with every payment reported once', (_title, chain) => {
    const delivery = fc.tuple(anyArrivals(chain), fc.constantFrom(...services));
    fc.assert(
      fc.property(delivery, ([arrivals, service]) => holds(chain, arrivals, service)),
      { numRuns: 100 },
    );
  });

  it('any five looks at two attempts and three transactions end the same, and no proved payment is lost', () => {
    const numRuns = Number(process.env['TILLBRIDGE_MERGE_RUNS'] ?? 1_000);
    fc.assert(
      fc.property(anyDelivery, ({ chain, arrivals, service }) => holds(chain, arrivals, service)),
      { numRuns },
    );
  });
});
