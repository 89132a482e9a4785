import { expect } from '@jest/globals';
import { createIds, list } from '../support/listing.js';
import type { Rule } from '../support/rule.types.js';
import { TEXT, expectField } from '../support/kinds.js';

/** §2.4: the envelope of get-order. */
export const envelope: readonly Rule[] = [
  {
    section: '2.4',
    item: 'success',
    rule: 'a boolean: true when the order was found',
    side: 'service',
    async check(world) {
      const { json } = await world.call({ path: `/orders/${await world.order()}` });
      expect(json['success']).toBe(true);
    },
  },
  {
    section: '2.4',
    item: 'data',
    rule: 'the order itself',
    side: 'service',
    async check(world) {
      const id = await world.order();
      const { json } = await world.call({ path: `/orders/${id}` });
      expect(json['data']).toMatchObject({ order_id: id, amount: 4599, status: 'initialized' });
    },
  },
];

/** §2.6: the pager of a list. */
export const pager: readonly Rule[] = (['before', 'after'] as const).map((cursor) => ({
  section: '2.6',
  item: cursor,
  rule: `a page in the middle of a list has a cursor to what comes ${cursor} it`,
  side: 'service',
  async check(world) {
    await createIds(world, 3);
    const first = await list(world, { limit: '1' });
    const second = await list(world, { limit: '1', after: first.cursors.after! });
    expectField(second.cursors, cursor, TEXT);
    expect(second.cursors[cursor]).not.toBe('');
  },
}));
