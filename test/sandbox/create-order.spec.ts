import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ORDER, readReply, startService, WEB_KEY, type Service } from './support/service.js';

let service: Service;
let number = 0;
const newId = (): string => `O-${(number += 1)}`;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('creating an order', () => {
  it('answers with the order id, a session and a payment page below the address it listens on', async () => {
    const reply = await service.create({ order_id: newId() });
    expect(reply.status).toBe(200);
    expect(reply.contentType).toContain('application/json');
    const { order_id, session_id, payment_url } = reply.json.data;
    expect(order_id).toBe(`O-${number}`);
    expect(session_id).toMatch(/^[\w-]{35}$/);
    expect(payment_url).toBe(`${service.url}/pay/${String(session_id)}`);
  });

  it('takes a payment link, and a request without a type', async () => {
    for (const type of ['paymentlink', '', undefined]) {
      expect((await service.create({ order_id: newId(), type })).json.success).toBe(true);
    }
  });

  it('takes text where numbers are text, and numbers where text is meant', async () => {
    const reply = await service.create({ order_id: 990017, amount: '4599', var1: 12, seconds_active: '3600' });
    expect(reply.json.data['order_id']).toBe('990017');
    expect((await service.get('990017')).json.data).toMatchObject({ amount: 4_599, var1: '12' });
  });

  it.each([
    ['no amount', { amount: undefined }, 1001],
    ['nothing to pay', { amount: 0 }, 1001],
    ['a negative amount', { amount: -1 }, 1001],
    ['an amount with a fraction', { amount: 12.5 }, 1001],
    ['an amount as text with a point', { amount: '45.99' }, 1001],
    ['an amount that is no number', { amount: 'much' }, 1001],
    ['an amount no number holds exactly', { amount: 2 ** 53 }, 1001],
    ['no currency', { currency: undefined }, 1002],
    ['a currency that is none', { currency: 'EURO' }, 1002],
    ['an order id with a space', { order_id: 'A 1' }, 1006],
    ['an order id of 51 characters', { order_id: 'A'.repeat(51) }, 1006],
    ['an order id that is a step in a path', { order_id: '..' }, 1006],
    ['an order id with a step in a path', { order_id: 'A/../B' }, 1006],
    ['an address of the customer with a zone', { customer: { ip_address: 'fe80::1%eth0' } }, 1007],
    ['an address of the customer that is none', { customer: { ip_address: '300.1.1.1' } }, 1007],
    ['two forwarded addresses', { customer: { forwarded_ip: '192.0.2.1, 192.0.2.2' } }, 1007],
    ['no description', { description: '' }, 1008],
    ['a description of spaces', { description: '   ' }, 1008],
    ['a description of 201 characters', { description: 'é'.repeat(201) }, 1008],
    ['HTML in the description', { description: '<b>Mug</b>' }, 1008],
    ['half of a character in the description', { description: 'Mug \uD83D' }, 1008],
    ['NUL in the description', { description: 'Mug\0' }, 1008],
    ['an unknown type', { type: 'gift' }, 1009],
    ['a type out of the prototype', { type: 'constructor' }, 1009],
    ['a variable of 101 characters', { var2: 'x'.repeat(101) }, 1010],
    ['a variable with half of a character', { var3: '\uD83D' }, 1010],
    ['a variable that is no text', { var1: { a: 1 } }, 1010],
    ['no order id', { order_id: undefined }, 1016],
    ['a customer that is a list', { customer: [] }, 1016],
    ['a country that is none', { customer: { country: 'XX' } }, 1018],
    ['a country in small letters', { customer: { country: 'nl' } }, 1018],
    ['a country that is no text', { payment_options: { allowed_countries: ['NL', null] } }, 1018],
    ['countries that are no list', { payment_options: { allowed_countries: 'NL' } }, 1018],
    ['a delivery country that is none', { delivery: { country: 'Holland' } }, 1018],
    ['a direct request without a method', { type: 'direct' }, 1023],
    ['a payment method that no one has', { gateway: 'BARTER' }, 1000],
    ['a notification address that is none', { payment_options: { notification_url: 'shop' } }, 1016],
    ['an unknown way to notify', { payment_options: { notification_method: 'PUT' } }, 1016],
    ['a return address that is a script', { payment_options: { redirect_url: 'javascript:alert(1)' } }, 1016],
    ['a cancel address that is data', { payment_options: { cancel_url: 'data:text/html,x' } }, 1016],
    ['a life of more than a year', { seconds_active: 31_536_001 }, 1016],
    ['a life of no days', { days_active: 0 }, 1016],
  ])('refuses %s', async (_, fields, code) => {
    const reply = await service.create({ order_id: newId(), ...fields });
    expect(reply.json).toEqual({ success: false, data: {}, error_code: code, error_info: expect.any(String) });
    expect(reply.text).toMatch(/^\{"success":false,"data":\{\},"error_code":\d+,"error_info":"/);
    expect(reply.status).toBe(404);
  });

  it.each([
    ['no body', ''],
    ['a body that is not JSON', '{"order_id":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00])],
    ['a body of more than 256 KiB', JSON.stringify({ ...ORDER, var1: 'x'.repeat(300_000) })],
  ])('refuses %s as missing data', async (_, body) => {
    const request = { method: 'POST', headers: { api_key: WEB_KEY }, body };
    const reply = await readReply(await fetch(`${service.url}/v1/json/orders`, request));
    expect(reply.json.error_code).toBe(1016);
    expect(reply.status).toBe(404);
  });

  it('counts characters, not bytes', async () => {
    const fields = { description: '☕'.repeat(200), var1: '😀'.repeat(100) };
    expect((await service.create({ order_id: newId(), ...fields })).json.success).toBe(true);
  });
});
