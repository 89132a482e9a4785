import { describe, expect, it } from '@jest/globals';
import { METHOD_TABLE } from './method-table.js';
import { findMethod, isCard, isPayLater, offeredMethods, takesCurrency } from './payment-methods.js';

/** Every published identifier, by kind. */
const PUBLISHED = {
  card: 'AMEX CREDITCARD MAESTRO MASTERCARD VISA',
  banking:
    'BANKTRANS BELFIUS BIZUM CBC DBRTP DIRDEB DIRECTBANK DOTPAY EPS GIROPAY IDEAL IDEALQR KBC MBWAY MISTERCASH MULTIBANCO ' +
    'MYBANK TRUSTLY TRUSTPAY',
  wallet: 'ALIPAY ALIPAYPLUS AMAZONBTN APPLEPAY GOOGLEPAY PAYPAL WECHAT',
  'pay-later': 'AFTERPAY BILLINK BNPL_INSTM BNPL_MF EINVOICE IN3 KLARNA PAYAFTER SANTANDER ZINIA',
  prepaid: 'PSAFECARD',
  'gift-card':
    'EDENCOM EDENECO EDENRES EDENSPORTS AMSGIFT BABYCAD BEAUTYCAD BEAUTYWELL BIERCHEQUE BLOEMENCAD BOEKENBON BOEKENVOOR ' +
    'DORDTPAS FASHIONCHQ FASHIONGFT GELREPAS GEZONDHEID GOOD4FUN HORSESGIFT HUISTUIN KIDSCADEAU KLUSCADEAU NATENCRD ' +
    'NATNLBIOSC NATNLETUIN OHMYGOOD ROTGIFT SPORTENFIT SPORTSGIFT UPAS VVVGIFTCARD WIJNCADEAU YOURGIFT',
} as const;

const codesOf = (kind: string, listed: boolean): string[] =>
  METHOD_TABLE.filter((method) => method.kind === kind && method.listed === listed).map(({ code }) => code);

describe('the table of payment methods', () => {
  it.each(Object.entries(PUBLISHED))('has every published method of the kind %s, and lists no other', (kind, codes) => {
    expect(codesOf(kind, true).toSorted()).toEqual(codes.split(' ').toSorted());
  });

  it('keeps methods that can pay but are not listed', () => {
    const unlisted = [...codesOf('wallet', false), ...codesOf('pay-later', false)];
    expect(unlisted).toEqual(['WALLET', 'BNPL_INST', 'BNPL_OB', 'IN3B2B', 'ZINIA_IN3']);
  });

  it('knows gift cards by the other names that documentation and clients of the service have for them', () => {
    const names = ['VVVGIFTCRD', 'EDENCO', 'MONIMEAL', 'WINKELCHEQUE'];
    expect(codesOf('gift-card', false)).toEqual(expect.arrayContaining(names));
  });

  it('has no code twice', () => {
    expect(new Set(METHOD_TABLE.map(({ code }) => code)).size).toBe(METHOD_TABLE.length);
  });

  const inEuroOnly =
    'IDEAL MISTERCASH BELFIUS KBC CBC EPS BIZUM MBWAY MULTIBANCO MYBANK DIRDEB BILLINK BNPL_INSTM BNPL_MF EINVOICE IN3 ' +
    'PAYAFTER SANTANDER ZINIA';
  it.each(inEuroOnly.split(' '))('takes nothing but euro for %s', (code) => {
    expect(findMethod(code)?.currencies).toEqual(['EUR']);
  });

  it.each(['KLARNA', 'AFTERPAY'])('accepts the home currencies of %s, too', (code) => {
    const method = findMethod(code)!;
    expect(['EUR', 'SEK', 'NOK', 'DKK', 'USD'].map((currency) => takesCurrency(method, currency))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('looking a method up', () => {
  it('ignores upper and lower case, and finds nothing that the table does not have', () => {
    expect(findMethod('ideal')?.name).toBe('iDEAL');
    expect(findMethod('BARTER')).toBeNull();
  });

  it('tells cards and pay-later methods', () => {
    expect(['VISA', 'MISTERCASH', 'IDEAL'].map(isCard)).toEqual([true, true, false]);
    expect(['KLARNA', 'klarna', 'VISA', null].map(isPayLater)).toEqual([true, true, false, false]);
  });
});

describe('what a payment page offers', () => {
  const codes = (gateway: string | null, currency: string, terminalId: string | null = null): string[] =>
    offeredMethods({ gateway, currency, terminalId }).map(({ code }) => code);

  it('is one that accepts the currency', () => {
    expect(codes(null, 'EUR')).toEqual(expect.arrayContaining(['IDEAL', 'VISA', 'PAYPAL', 'BANKTRANS', 'VVVGIFTCARD']));
    expect(codes(null, 'EUR')[0]).toBe('IDEAL');
    expect(codes(null, 'USD')).toEqual([
      'VISA',
      'MASTERCARD',
      'PAYPAL',
      'APPLEPAY',
      'GOOGLEPAY',
      'WECHAT',
      'BANKTRANS',
    ]);
  });

  it('is a card at a till', () => {
    expect(codes(null, 'EUR', 'desk')).toEqual(['VISA', 'MASTERCARD', 'MAESTRO', 'AMEX', 'MISTERCASH']);
  });

  it('is the one method that the shop has fixed', () => {
    expect(codes('KLARNA', 'EUR')).toEqual(['KLARNA']);
  });
});
