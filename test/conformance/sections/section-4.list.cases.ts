import { expect } from '@jest/globals';
import { createIds, idsOn, list, walk } from '../support/listing.js';
import type { Rule } from '../support/rule.types.js';

/** §4.3: the transactions list. */
export const transactionsList: readonly Rule[] = [
  {
    section: '4.3',
    item: 'limit',
    rule: 'a page has so many entries at most',
    side: 'service',
    async check(world) {
      await createIds(world, 3);
      expect((await list(world, { limit: '2' })).items).toHaveLength(2);
    },
  },
  {
    section: '4.3',
    item: 'after',
    rule: 'the cursor of one answer leads to the next page, of older entries',
    side: 'service',
    async check(world) {
      const made = await createIds(world, 4);
      const first = await list(world, { limit: '2' });
      const second = await list(world, { limit: '2', after: first.cursors.after! });
      expect([...idsOn(first), ...idsOn(second)]).toEqual(made.toReversed());
    },
  },
  {
    section: '4.3',
    item: 'before',
    rule: 'the other cursor leads to the page before',
    side: 'service',
    async check(world) {
      await createIds(world, 4);
      const first = await list(world, { limit: '2' });
      const second = await list(world, { limit: '2', after: first.cursors.after! });
      expect(idsOn(await list(world, { limit: '2', before: second.cursors.before! }))).toEqual(idsOn(first));
    },
  },
  {
    section: '4.3',
    item: '1',
    rule: 'newest first; after points to what is older',
    side: 'service',
    async check(world) {
      const made = await createIds(world, 3);
      const { items } = await list(world, { limit: '1000' });
      const created = items.map((item) => String(item['created']));
      expect(created).toEqual(created.toSorted().toReversed());
      expect(items.slice(0, 3).map((item) => item['order_id'])).toEqual(made.toReversed());
    },
  },
  {
    section: '4.3',
    item: '2',
    rule: 'going on with the newest cursor shows every entry once, also when more come in meanwhile',
    side: 'service',
    async check(world) {
      const made = await createIds(world, 5);
      const first = await list(world, { limit: '2' });
      const later = await createIds(world, 2);
      const second = await list(world, { limit: '2', after: first.cursors.after! });
      const third = await list(world, { limit: '1', after: second.cursors.after! });
      const seen = [first, second, third].flatMap(idsOn);
      expect(seen).toEqual(made.toReversed());
      expect(seen).not.toEqual(expect.arrayContaining(later));
    },
  },
  {
    section: '4.3',
    item: '3',
    rule: 'the last page with entries has a cursor to an empty one, which succeeds and has no cursors',
    side: 'service',
    async check(world) {
      await createIds(world, 3);
      const pages = await walk(world, 2);
      const empty = pages.at(-1)!;
      expect(pages.slice(0, -1).every(({ items, cursors }) => items.length > 0 && cursors.after)).toBeTruthy();
      expect([empty.status, empty.success, empty.items, empty.cursors]).toEqual([200, true, [], {}]);
    },
  },
  {
    section: '4.3',
    item: '4',
    rule: 'the answer has a pager beside its data',
    side: 'service',
    async check(world) {
      const { json } = await world.call({ path: '/transactions' });
      expect([Array.isArray(json['data']), typeof json['pager']]).toEqual([true, 'object']);
    },
  },
  {
    section: '4.3',
    item: 'item',
    rule: 'what an entry of the list holds',
    decision: 'the fields of protocol §2.8: transaction_id, order_id, type, amount, currency, status, created and more',
    side: 'service',
    async check(world) {
      const [id] = await createIds(world, 1);
      const [item] = (await list(world, { limit: '1' })).items;
      const expected = { order_id: id, type: 'payment', amount: 4599, currency: 'EUR', status: 'completed' };
      expect(item).toMatchObject({ ...expected, debit_credit: 'C', payment_method: 'IDEAL' });
    },
  },
];
