import { createEach, errorRule, type ErrorRow } from '../support/error-rule.js';
import type { Rule } from '../support/rule.types.js';
import { canaryKey } from '../../support/canary.js';

/** A direct request: it leads to no choice of methods. */
const direct = (fields: Record<string, unknown>): Record<string, unknown> => ({ type: 'direct', ...fields });

const ROWS: readonly ErrorRow[] = [
  {
    code: 1000,
    cause: 'a payment method that is switched off or not to be had',
    provoke: (world) => createEach(world, { gateway: 'NOSUCH' }),
  },
  {
    code: 1001,
    cause: 'an amount that is no whole number of cents, or below one cent',
    provoke: (world) =>
      createEach(world, { amount: 0 }, { amount: -1 }, { amount: 0.5 }, { amount: 'ten' }, { amount: null }),
  },
  {
    code: 1002,
    cause: 'a currency that is not supported',
    provoke: (world) => createEach(world, { currency: 'XXZ' }, { currency: '' }, { currency: null }),
  },
  {
    code: 1006,
    cause: 'an identifier that a transaction of the site has used already',
    async provoke(world) {
      const id = await world.paidOrder();
      return createEach(world, { order_id: id }, { order_id: id, amount: 1 });
    },
  },
  {
    code: 1006,
    cause: 'an identifier that the service does not know, or not for this key',
    async provoke(world) {
      const id = await world.order();
      return [
        await world.call({ path: `/orders/${world.newId()}` }),
        await world.call({ path: `/orders/${id}`, key: canaryKey('bare') }),
      ];
    },
  },
  {
    code: 1007,
    cause: 'ip_address or forwarded_ip that is none',
    provoke: (world) =>
      createEach(world, { customer: { ip_address: '300.1.1.1' } }, { customer: { forwarded_ip: 'unknown' } }),
  },
  {
    code: 1008,
    cause: 'no description, or more than 200 characters, or HTML in it',
    provoke: (world) =>
      createEach(world, { description: null }, { description: 'x'.repeat(201) }, { description: '<script>x</script>' }),
  },
  {
    code: 1010,
    cause: 'var1, var2 or var3 that is not UTF-8, or of more than 100 characters',
    async provoke(world) {
      const replies = await createEach(
        world,
        ...['var1', 'var2', 'var3'].map((name) => ({ [name]: 'x'.repeat(101) })),
        { var1: 'half a pair: \ud83d' },
      );
      return replies;
    },
  },
  {
    code: 1016,
    cause: 'something required that is missing',
    async provoke(world) {
      const noId = await world.call({ method: 'POST', path: '/orders', body: { currency: 'EUR', amount: 100 } });
      const nothing = await world.call({ method: 'POST', path: '/orders', body: '' });
      return [noId, nothing];
    },
  },
  {
    code: 1018,
    cause: 'a country that ISO 3166-1 does not know',
    provoke: (world) => createEach(world, { customer: { country: 'XX' } }, { delivery: { country: 'Holland' } }),
  },
  {
    code: 1023,
    cause: 'a direct request without a gateway, with one that takes none, or without what the gateway needs',
    provoke: (world) => createEach(world, direct({}), direct({ gateway: 'PSAFECARD' }), direct({ gateway: 'VISA' })),
  },
  {
    code: 1032,
    cause: 'a key that is unknown, malformed, missing, or of the other environment',
    async provoke(world) {
      const path = `/orders/${await world.order()}`;
      return [
        await world.create({}, canaryKey('nobody')),
        await world.create({}, `live_${canaryKey('web')}`),
        await world.call({ path, key: 'x' }),
        await world.call({ path, key: null }),
        await world.call({ path, headers: { api_key: canaryKey('bare') } }),
      ];
    },
  },
  {
    code: 1036,
    cause: 'a bank of a direct request that is not recognised',
    provoke: (world) => createEach(world, direct({ gateway: 'IDEAL', gateway_info: { issuer_id: '9999x' } })),
  },
];

/** §7: codes that an ordinary request provokes. */
export const requestErrors: readonly Rule[] = ROWS.map(errorRule);
