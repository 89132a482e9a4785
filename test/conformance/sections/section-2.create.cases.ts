import { expect } from '@jest/globals';
import { expectFault } from '../support/faults.js';
import type { Rule } from '../support/rule.types.js';
import { BARE_KEY, type Json, type World } from '../support/world.js';

interface Row {
  readonly item: string;
  readonly rule: string;
  readonly check: (world: World) => Promise<void>;
  readonly decision?: string;
}

const rule = (row: Row): Rule => ({ section: '2.5', side: 'service', ...row });

async function refuses(world: World, code: number, ...requests: readonly Json[]): Promise<void> {
  for (const fields of requests) expectFault(await world.create(fields), code);
}

async function accepts(world: World, fields: Json): Promise<Json> {
  return world.read(await world.order(fields));
}

const variable = (name: string): Row => ({
  item: name,
  rule: 'at most 100 characters of UTF-8, handed back as they came',
  async check(world) {
    const longest = '¼'.repeat(100);
    expect(await accepts(world, { [name]: longest })).toMatchObject({ [name]: longest });
    await refuses(world, 1010, { [name]: `${longest}x` });
  },
});

const address = (name: string): Row => ({
  item: `customer.${name}`,
  rule: "the shopper's address on the internet, in either version of the protocol",
  async check(world) {
    for (const ip of ['192.0.2.7', '2001:db8::7']) await accepts(world, { customer: { [name]: ip } });
    await refuses(world, 1007, { customer: { [name]: '192.0.2.7, 10.0.0.1' } });
  },
});

const rows: readonly Row[] = [
  {
    item: 'type',
    rule: 'redirect leads the shopper to a payment page',
    async check(world) {
      expect((await world.create({ type: 'redirect' })).data['payment_url']).toMatch(/^http/);
    },
  },
  {
    item: 'type',
    rule: 'direct names its gateway, and the shopper chooses nothing any more',
    async check(world) {
      const { json } = await world.create({ type: 'direct', gateway: 'IDEAL', gateway_info: { issuer_id: '3151' } });
      expect(json).toMatchObject({ success: true });
    },
  },
  {
    item: 'order_id',
    rule: 'used once on a website, it cannot be used there again',
    async check(world) {
      const id = await world.paidOrder();
      await refuses(world, 1006, { order_id: id });
    },
  },
  {
    item: 'order_id',
    rule: 'another website may use the same one',
    async check(world) {
      const id = await world.paidOrder();
      expect((await world.create({ order_id: id }, BARE_KEY)).json['success']).toBe(true);
    },
  },
  {
    item: 'currency',
    rule: 'a code of ISO 4217, such as EUR',
    async check(world) {
      expect(await accepts(world, { currency: 'EUR' })).toMatchObject({ currency: 'EUR' });
      await refuses(world, 1002, { currency: 'euro' }, { currency: 'XXZ' }, { currency: undefined });
    },
  },
  {
    item: 'amount',
    rule: 'an integer in cents, 1 at least',
    async check(world) {
      expect(await accepts(world, { amount: 1 })).toMatchObject({ amount: 1 });
      await refuses(world, 1001, { amount: 0 }, { amount: -5 }, { amount: 12.5 }, { amount: '12,50' });
    },
  },
  {
    item: 'description',
    rule: 'has to be there, in at most 200 characters and without HTML',
    async check(world) {
      const longest = '€'.repeat(200);
      expect(await accepts(world, { description: longest })).toMatchObject({ description: longest });
      const wrong = [undefined, '', `${longest}x`, '<b>Two</b> mugs'];
      await refuses(world, 1008, ...wrong.map((description) => ({ description })));
    },
  },
  {
    item: 'payment_options.notification_url',
    rule: 'the address for notifications of this order alone',
    async check(world) {
      const [one, other] = [world.newId(), world.newId()];
      for (const id of [one, other]) {
        const options = { notification_url: `${world.receiver.url}/of/${id}`, notification_method: 'POST' };
        await world.order({ order_id: id, payment_options: options });
      }
      const [first] = await world.notified(one, 1);
      const [second] = await world.notified(other, 1);
      expect([first?.path, second?.path]).toEqual([`/of/${one}`, `/of/${other}`]);
    },
  },
  {
    item: 'payment_options.notification_method',
    rule: 'POST or GET',
    async check(world) {
      for (const method of ['POST', 'GET']) {
        const options = { notification_url: `${world.receiver.url}/order`, notification_method: method };
        const [request] = await world.notified(await world.order({ payment_options: options }), 1);
        expect(request?.method).toBe(method);
      }
      await refuses(world, 1016, { payment_options: { notification_method: 'PUT' } });
    },
  },
  {
    item: 'payment_options.redirect_url',
    rule: 'where the shopper comes back to',
    async check(world) {
      const { data } = await world.create({ payment_options: { redirect_url: 'https://shop.example/return?a=1' } });
      const form = new URLSearchParams({ method: 'IDEAL', outcome: 'paid' });
      const answer = await fetch(String(data['payment_url']), { method: 'POST', body: form, redirect: 'manual' });
      const id = String(data['order_id']);
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `https://shop.example/return?a=1&transactionid=${id}`,
      ]);
    },
  },
  ...['var1', 'var2', 'var3'].map(variable),
  ...['ip_address', 'forwarded_ip'].map(address),
  {
    item: 'shopping_cart',
    rule: 'a list of items with price, currency and tax rate; some methods cannot do without it',
    async check(world) {
      const item = { name: 'Mug', description: '', unit_price: 10, quantity: 2, merchant_item_id: 'M1' };
      const cart = { items: [{ ...item, currency: 'EUR', tax_table_selector: 'high' }] };
      const checkout_options = {
        tax_tables: { alternate: [{ name: 'high', rules: [{ rate: 0.21, country: 'NL' }] }] },
      };
      const payLater = { gateway: 'PAYAFTER', amount: 2420, customer: { email: 'ann@shop.example' } };
      expect((await world.create({ ...payLater, checkout_options, shopping_cart: cart })).json['success']).toBe(true);
      expect((await world.create(payLater)).json['success']).toBe(false);
    },
  },
  {
    item: 'other fields',
    rule: 'fields of the request beyond these',
    decision: 'those of protocol §2.1, gateway, seconds_active and custom_info for instance; unknown ones are ignored',
    async check(world) {
      const order = await accepts(world, {
        gateway: 'VISA',
        custom_info: { custom_1: 'x' },
        plugin: { shop: 'y' },
        zzz: 1,
      });
      expect(order['custom_info']).toMatchObject({ custom_1: 'x' });
    },
  },
];

/** §2.5: the create-order request, field by field. */
export const createRequest: readonly Rule[] = rows.map(rule);
