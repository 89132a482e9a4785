import { expect } from '@jest/globals';
import type { Rule, Section } from '../support/rule.types.js';
import { WEB_KEY } from '../support/world.js';

const rules: readonly Rule[] = [
  {
    section: '9',
    item: 'prefix',
    rule: 'version and format of the API stand at the head of every path: /v1/json',
    side: 'service',
    async check(world) {
      const id = await world.order();
      const status = async (prefix: string): Promise<number> =>
        (await fetch(`${world.url}${prefix}/orders/${id}?api_key=${WEB_KEY}`)).status;
      expect(await Promise.all(['/v1/json', '/v1', '/v2/json', ''].map(status))).toEqual([200, 404, 404, 404]);
    },
  },
  {
    section: '9',
    item: 'deprecation',
    rule: 'how versions are retired and what stays compatible',
    decision: 'none foreseen: unknown fields of an answer are ignored, so that new ones do no harm',
    side: 'merchant',
    async check(world) {
      const shop = await world.shop();
      const id = await world.order();
      expect(await shop.payments.group('web').orders.get(id)).toMatchObject({ order_id: id, status: 'initialized' });
    },
  },
];

/** Versioning. */
export const section9: Section = { number: '9', title: 'Versioning', rules };
