import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { merge } from '../../src/shop/orders/merge.js';
import type { OrderState } from '../../src/shop/orders/merge.types.js';
import { fresh, look, stateAfter, type Look } from '../support/observations.js';

describe('merge, whatever the order of arrival', () => {
  const chains: Look[][] = [
    [{ status: 'initialized' }, { status: 'completed' }],
    [{ status: 'initialized' }, { status: 'declined' }, { status: 'initialized' }, { status: 'completed' }],
    [{ status: 'initialized' }, { status: 'uncleared' }, { status: 'completed' }, { status: 'shipped' }],
    [{ status: 'initialized' }, { status: 'expired' }, { status: 'completed' }],
    [
      { status: 'initialized', transactionId: null },
      { status: 'cancelled', transactionId: null },
    ],
    [
      { status: 'completed' },
      { status: 'partial_refunded', amountRefunded: 100 },
      { status: 'partial_refunded', amountRefunded: 300 },
      { status: 'refunded', amountRefunded: 1250 },
    ],
    [{ status: 'completed' }, { status: 'chargedback' }, { status: 'completed' }],
    [
      { status: 'completed', at: 0 },
      { status: 'shipped', at: 0 },
    ],
    [
      { status: 'completed' },
      { status: 'completed', amountRefunded: 100 },
      { status: 'partial_refunded', amountRefunded: 100 },
      { status: 'refunded', amountRefunded: 1250 },
    ],
    [
      { status: 'initialized', transactionId: '1' },
      { status: 'declined', transactionId: '1' },
      { status: 'completed', transactionId: '2' },
    ],
  ];

  /** Delivers the chain in some order with duplicates; whenever the API is asked, it answers the newest state. */
  function deliver(chain: Look[], arrivals: readonly number[]): { state: OrderState; events: string[] } {
    const timed = chain.map((each, index) => ({ at: index * 5, ...each }));
    const truth = look({ ...timed.at(-1)!, authoritative: true });
    const events: string[] = [];
    let state = fresh;
    for (const arrival of arrivals) {
      let decision = merge(state, look(timed[arrival]!));
      if (decision.kind === 'ask') decision = merge(state, truth);
      if (decision.kind === 'transition') events.push(...decision.events);
      state = stateAfter(state, decision);
    }
    return { state, events };
  }

  it.each(chains.map((chain) => [chain.map((each) => each.status).join(' → '), chain] as const))(
    '%s ends the same and is paid at most once',
    (_title, chain) => {
      const indexes = chain.map((_, index) => index);
      const arrivals = fc
        .array(fc.constantFrom(...indexes), { maxLength: 6 })
        .chain((extra) => fc.shuffledSubarray([...indexes, ...extra], { minLength: chain.length + extra.length }));
      const inOrder = deliver(chain, indexes).state;
      fc.assert(
        fc.property(arrivals, (order) => {
          const { state, events } = deliver(chain, order);
          const { attention: _a, ...facts } = state;
          const { attention: _b, ...expected } = inOrder;
          expect(facts).toEqual(expected);
          expect(events.filter((event) => event === 'completed' || event === 'paid_after_cancel').length).toBe(
            inOrder.paid ? 1 : 0,
          );
        }),
        { numRuns: 250 },
      );
    },
  );
});
