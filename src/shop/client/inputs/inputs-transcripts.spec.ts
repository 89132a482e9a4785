import { describe, expect, it } from '@jest/globals';
import { Money } from '../../../protocol/index.js';
import { ManualClock } from '../../../support/index.js';
import { checkFields, TerminalGroups, type TerminalGroup } from '../../core/index.js';
import { ApplePaySessionDto, UpdateTokenDto } from './checkout.dto.js';
import { CreateOrderDto } from './create-order.dto.js';
import { AddressDto, CustomerDto } from './customer.dto.js';
import { PaymentMethodFilterDto, TransactionFilterDto } from './filters.dto.js';
import { accountRules, checkedFilter, checkedInput, invalidInput, refuseFaults } from './input-check.js';
import { ListOptionsDto } from './list-options.dto.js';
import { CancelOrderDto, CancelReservationDto, CaptureDto, ShipmentDto, UpdateOrderDto } from './order-change.dto.js';
import { CustomInfoDto, GatewayInfoDto, PluginDto } from './order-parts.dto.js';
import { CancelRefundDto, RefundCartDto, RefundDto } from './refund.dto.js';
import { checkedOrder, checkedRefund } from './request-check.js';

const groupIn = (mode: 'test' | 'sandbox' | 'live', currencies?: string[]): TerminalGroup =>
  new TerminalGroups(
    {
      terminalGroups: [
        {
          name: 'web',
          mode,
          apiKeys: ['a-key-of-the-shop'],
          notificationUrl: 'https://shop.example/n/web',
          ...(currencies && { currencies }),
        },
      ],
    },
    new ManualClock(),
  ).get('web');
const group = groupIn('test');

const VALUES: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['""', ''],
  ['text', 'a'],
  ['IDEAL', 'IDEAL'],
  ['nl', 'NL'],
  ['nl_NL', 'nl_NL'],
  ['date', '2026-02-28'],
  ['mail', 'a@shop.example'],
  ['url', 'https://shop.example/a'],
  ['ip', '192.0.2.1'],
  ['101 letters', 'a'.repeat(101)],
  ['201 letters', 'a'.repeat(201)],
  ['0', 0],
  ['1', 1],
  ['-1', -1],
  ['1.5', 1.5],
  ['true', true],
  ['EUR 0', Money.of('0', 'EUR')],
  ['EUR 1', Money.of('1', 'EUR')],
  ['{}', {}],
  ['[]', []],
];

const FIELDS: readonly (readonly [string, new () => object, readonly string[]])[] = [
  ['an order', CreateOrderDto, ['orderId', 'amount', 'description', 'type', 'gateway', 'notificationUrl', 'redirectUrl', 'cancelUrl', 'closeWindow', 'templateId', 'allowedCountries', 'customer', 'delivery', 'cart', 'var1', 'secondsActive', 'daysActive', 'capture', 'secondChance', 'customInfo', 'gatewayInfo', 'recurringModel', 'recurringId', 'paymentData', 'paymentToken', 'plugin', 'other']],
  ['an address', AddressDto, ['first_name', 'country', 'phone', 'email', 'other']],
  ['a customer', CustomerDto, ['last_name', 'locale', 'ip_address', 'forwarded_ip', 'birthday', 'disable_send_email', 'reference', 'other']],
  ['details of a payment method', GatewayInfoDto, ['issuer_id', 'terminal_id', 'phone', 'email', 'birthday', 'gender', 'other']],
  ['own information', CustomInfoDto, ['custom_1', 'other']],
  ['a plugin', PluginDto, ['shop', 'other']],
  ['an invoice', UpdateOrderDto, ['invoiceId', 'invoiceUrl', 'memo', 'poNumber', 'extendExpiration', 'reason', 'other']],
  ['a shipment', ShipmentDto, ['amount', 'carrier', 'trackTraceUrl', 'shipDate', 'invoiceId', 'other']],
  ['a cancellation', CancelOrderDto, ['session', 'excludeOrder', 'reason', 'other']],
  ['a capture', CaptureDto, ['amount', 'newOrderId', 'invoiceId', 'shipDate', 'description', 'other']],
  ['a reservation given up', CancelReservationDto, ['reason', 'description', 'other']],
  ['a refund', RefundDto, ['amount', 'description', 'refundOrderId', 'var1', 'cart', 'other']],
  ['a cart of a refund', RefundCartDto, ['bought', 'paid', 'returned', 'other']],
  ['a refund taken back', CancelRefundDto, ['description', 'other']],
  ['a stored token', UpdateTokenDto, ['expiryDate', 'other']],
  ['a session', ApplePaySessionDto, ['originDomain', 'validationUrl', 'other']],
  ['a filter of payment methods', PaymentMethodFilterDto, ['amount', 'currency', 'country', 'locale', 'groupCards', 'includeCoupons', 'other']],
  ['a filter of transactions', TransactionFilterDto, ['limit', 'status', 'financialStatus', 'type', 'paymentMethod', 'createdFrom', 'completedUntil', 'currency', 'movement', 'siteId', 'other']],
  ['how a list is walked', ListOptionsDto, ['from', 'direction', 'maxPages', 'other']],
]; // oxfmt-ignore

/** Values that a field takes, and what is said of the others, each once. */
function verdictsOn(dto: new () => object, field: string): string {
  const good: string[] = [];
  const bad = new Map<string, string[]>();
  for (const [title, value] of VALUES) {
    const { faults } = checkFields(dto, { [field]: value }, { context: accountRules(group) });
    const own = faults.filter(({ path }) => path === field || path.startsWith(`${field}.`));
    if (own.length === 0) good.push(title);
    else {
      const text = own
        .map(
          ({ path, message, code }) =>
            `${path.slice(field.length + 1)} ${message}`.trim() + `${code === undefined ? '' : ` (${code})`}`,
        )
        .join('; ');
      bad.set(text, [...(bad.get(text) ?? []), title]);
    }
  }
  const others = [...bad].map(([text, titles]) => `\n    ${text}: ${titles.join(', ')}`);
  return `  ${field} takes ${good.length === VALUES.length ? 'all' : good.join(', ') || 'none'}${others.join('')}`;
}

it.each(FIELDS)('which values %s takes', (_title, dto, fields) => {
  expect(fields.map((field) => verdictsOn(dto, field)).join('\n')).toMatchSnapshot();
});

const failureOf = (action: () => unknown): string => {
  try {
    return JSON.stringify(action());
  } catch (error) {
    const { code, message, orderId } = error as { code: string; message: string; orderId?: string };
    return `${code} (${orderId?.slice(0, 8)}… ${orderId?.length}): ${message}`;
  }
};

describe('inputs as a whole', () => {
  it('are refused with all their faults', () => {
    const subject = { group, code: 'X_INVALID', what: 'thing', orderId: 'A' };
    const faults = [
      { path: '', message: 'is none' },
      { path: 'a.b', message: 'is wrong', code: 1016 },
    ];
    expect(
      [
        failureOf(() => checkedInput(CancelRefundDto, { description: 'kept' }, subject)),
        failureOf(() => checkedInput(CancelRefundDto, undefined, subject)),
        ...['a'.repeat(200), 'a'.repeat(201), 7, undefined].map((orderId) =>
          failureOf(() => {
            throw invalidInput({ ...subject, orderId }, faults);
          }),
        ),
        failureOf(() => checkedFilter(PaymentMethodFilterDto, null, 'web')),
        failureOf(() => checkedFilter(PaymentMethodFilterDto, { amount: 1 }, 'web')),
        failureOf(() => checkedFilter(PaymentMethodFilterDto, 'all', 'web')),
        failureOf(() => refuseFaults([], 'web')),
        failureOf(() => refuseFaults(faults, 'web')),
        ...(['live', 'test', 'sandbox'] as const).map((mode) =>
          JSON.stringify(accountRules(groupIn(mode, ['EUR', 'USD']))),
        ),
      ].join('\n'),
    ).toMatchSnapshot();
  });

  it('are orders and refunds with their carts', () => {
    const euros = (decimal: string): Money => Money.of(decimal, 'EUR');
    const line = { name: 'Mug', merchantItemId: 'M1', quantity: 1, unitPrice: '10.00', taxPercent: '0' };
    const order = { orderId: 'A', amount: euros('10.00'), description: 'Mug' };
    const refund = (change: object) =>
      failureOf(() => checkedRefund(group, 'A', { amount: euros('10.00'), ...change } as never));
    const cart = { bought: { lines: [line] }, paid: euros('10.00'), returned: { lines: [line] } };
    const made = (input: object) => failureOf(() => checkedOrder(group, input as never).request.body);
    expect(
      [
        made({ ...order, cart: { lines: [line] } }),
        made({ ...order, cart: { lines: [{ ...line, unitPrice: '9.00' }] } }),
        made({ ...order, cart: { lines: [{ ...line, name: '' }] }, description: '' }),
        made({ ...order, cart: 'mugs' }),
        made({ ...order, currency: 'EUR' }),
        made({ ...order, amount: Money.of('1', 'USD') }),
        failureOf(() => checkedOrder(groupIn('test', ['USD']), order)),
        refund({}),
        refund({ cart }),
        refund({ cart: { ...cart, paid: euros('11.00') } }),
        refund({ cart: { ...cart, returned: { lines: [] } } }),
        refund({ cart: {} }),
        refund({ amount: 5 }),
        refund({ amount: undefined, description: '' }),
      ].join('\n'),
    ).toMatchSnapshot();
  });
});
