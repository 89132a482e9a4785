import { describe, expect, it } from '@jest/globals';
import { Money } from '../../../protocol/index.js';
import type { AccountRules } from '../../../protocol/rules/index.js';
import { CreateOrderDto } from './create-order.dto.js';
import { checkFields } from '../../core/index.js';

const good = { orderId: 'S10042-1', amount: Money.of('45.99', 'EUR'), description: 'Order S10042' };
const ZERO = { amount: Money.zero('EUR'), recurringModel: 'subscription' };
const OWN = { customer: { reference: 'customer-7' } };
const LOCAL: AccountRules = { notificationUrl: 'development' };

/** `path code` of every fault of the good order with some fields changed. */
function faultsOf(change: Record<string, unknown>, rules?: AccountRules): string[] {
  return checkFields(CreateOrderDto, { ...good, ...change }, { context: rules }).faults.map(
    ({ path, code }) => `${path} ${code ?? '-'}`,
  );
}

describe('an order to be created', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['no identifier', { orderId: '' }, ['orderId 1016']],
    ['an absent identifier', { orderId: undefined }, ['orderId 1016']],
    ['a long identifier', { orderId: 'a'.repeat(51) }, ['orderId 1006']],
    ['a space in the identifier', { orderId: 'S 1' }, ['orderId 1006']],
    ['two dots for an identifier', { orderId: '..' }, ['orderId 1006']],
    ['a number for an identifier', { orderId: 7 }, ['orderId 1006']],
    ['nothing to pay', { amount: Money.zero('EUR') }, ['amount 1001']],
    ['less than nothing to pay', { amount: Money.ofMinor(-1, 'EUR') }, ['amount 1001']],
    ['no amount', { amount: undefined }, ['amount 1001']],
    ['a plain number', { amount: 1250 }, ['amount 1001']],
    ['an amount that is no money', { amount: { amount: 5, currency: 'XXX' } }, ['amount 1001', 'amount 1002']],
    ['no description', { description: undefined }, ['description 1008']],
    ['a blank description', { description: ' ' }, ['description 1008']],
    ['a long description', { description: 'a'.repeat(201) }, ['description 1008']],
    ['HTML in the description', { description: 'A <b>mug</b>' }, ['description 1008']],
    ['half a character in the description', { description: 'mug \ud83d' }, ['description 1008']],
    ['an unknown type', { type: 'checkout' }, ['type 1009']],
    ['a direct request without a method', { type: 'direct', gatewayInfo: { phone: '1' } }, ['gateway 1023']],
    ['nothing to pay, and nothing to store it under', { ...ZERO, customer: { email: 'a@b' } }, ['amount 1001']],
    ['nothing to pay, stored for no customer', { ...ZERO, customer: { reference: '' } }, ['amount 1001']],
    ['nothing to pay with a card that is stored', { ...ZERO, ...OWN, recurringId: 't' }, ['amount 1001']],
    ['nothing to pay, and nothing to store', { amount: ZERO.amount, ...OWN }, ['amount 1001']],
    ['less than nothing to store a card', { ...ZERO, ...OWN, amount: Money.ofMinor(-1, 'EUR') }, ['amount 1001']],
    ['a wallet token that is an object', { paymentToken: {} }, ['paymentToken -']],
    ['a huge wallet token', { paymentToken: 'a'.repeat(20_001) }, ['paymentToken -']],
    ['a method that cannot be', { gateway: 'I DEAL' }, ['gateway 1000']],
    ['a number for an address', { customer: { forwarded_ip: 7 } }, ['customer.forwarded_ip -']],
    ['a list for a language', { customer: { locale: ['nl'] } }, ['customer.locale -']],
    ['the name of a country', { customer: { country: 'Netherlands' } }, ['customer.country 1018']],
    ['a country in small letters', { delivery: { country: 'nl' } }, ['delivery.country 1018']],
    ['a wrong day of birth', { customer: { birthday: '2027-02-29' } }, ['customer.birthday -']],
    ['a long variable', { var1: 'a'.repeat(101) }, ['var1 1010']],
    ['half a character in a variable', { var2: '\udc00' }, ['var2 1010']],
    ['a control character in a variable', { var2: 'a\u0000' }, ['var2 1010']],
    ['a number for a variable', { var3: 7 }, ['var3 1010']],
    ['a return page of another scheme', { redirectUrl: 'javascript:alert(1)' }, ['redirectUrl -']],
    ['a part of a second', { secondsActive: 1.5 }, ['secondsActive -']],
    ['more than a year', { daysActive: 366 }, ['daysActive -']],
    ['a local notification URL', { notificationUrl: 'http://localhost:3000/hook' }, Array(3).fill('notificationUrl -')],
    ['no notification URL in text', { notificationUrl: 7 }, ['notificationUrl -']],
    ['a long till', { gatewayInfo: { terminal_id: 'a'.repeat(51) } }, ['gatewayInfo.terminal_id 1023']],
    ['a long bank', { gatewayInfo: { issuer_id: 'a'.repeat(21) } }, ['gatewayInfo.issuer_id 1036']],
    ['another way of capturing', { capture: 'auto' }, ['capture -']],
    ['text for a list of countries', { allowedCountries: 'NL' }, ['allowedCountries 1018']],
    ['text for what a component collected', { paymentData: 'x' }, ['paymentData -']],
    ['more than a component collects', { paymentData: { x: 'a'.repeat(20_000) } }, ['paymentData -']],
    ['countries that are none', { allowedCountries: ['XX'] }, ['allowedCountries 1018']],
    ['text for a customer', { customer: 'Ann' }, ['customer -']],
    ['a list of customers', { customer: [{}] }, ['customer -']],
    ['a misspelt field', { descripton: 'Order' }, ['descripton -']],
    [
      'a misspelt field inside',
      { customer: { emial: 'a@b' }, plugin: { name: 'x' } },
      ['customer.emial -', 'plugin.name -'],
    ],
  ])('is refused for %s', (_name, change, expected) => {
    expect(faultsOf(change)).toEqual(expected);
  });

  it('lists every fault at once, each with its code', () => {
    const faults = faultsOf({
      orderId: '',
      amount: Money.zero('EUR'),
      description: '',
      var1: '\ud800',
      type: 'x',
      no: 1,
    });
    expect(faults.sort()).toEqual([
      'amount 1001',
      'description 1008',
      'no -',
      'orderId 1016',
      'type 1009',
      'var1 1010',
    ]);
  });

  it('accepts values at the limits', () => {
    const change = {
      orderId: 'aZ9-_./'.padEnd(50, '0'),
      amount: Money.ofMinor(1, 'EUR'),
      description: '😀'.repeat(200),
      var1: '😀'.repeat(100),
      secondsActive: 31_536_000,
      type: 'paymentlink',
      customer: { ip_address: '::1', forwarded_ip: null, country: 'NL', email: undefined },
      gatewayInfo: { terminal_id: 'T1', anything: { nested: [1] } },
    };
    expect(faultsOf(change)).toEqual([]);
  });

  it('may have the amount zero where it stores a card', () => {
    expect(faultsOf({ ...ZERO, ...OWN })).toEqual([]);
    expect(faultsOf({ ...ZERO, ...OWN }, { currencies: ['USD'] })).toEqual(['amount 1002']);
  });

  it('needs no method where it brings a token or payment data', () => {
    for (const means of [
      { recurringId: 't' },
      { paymentData: { payload: 'x' } },
      { paymentToken: 'x' },
      { gatewayInfo: { card_number: '1' } },
    ])
      expect(faultsOf({ type: 'direct', ...means })).toEqual([]);
  });

  it('follows the rules of the account', () => {
    expect(faultsOf({ notificationUrl: 'http://localhost:3000/hook' }, LOCAL)).toEqual([]);
    expect(faultsOf({}, { currencies: ['USD', 'GBP'] })).toEqual(['amount 1002']);
  });
});
