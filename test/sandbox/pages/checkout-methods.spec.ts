import { beforeEach, describe, expect, it } from '@jest/globals';
import { submit } from '../support/service.js';
import { ID, useStage } from '../support/stage.js';

const stage = useStage();
const BACK = 'https://shop.example/return';
const CARD = { number: '4111 1111 1111 1111', holder: 'A. Shopper', expiry: '12/31', cvc: '123' } as const;
let url: string;

/** Opens the payment page of a new order. */
async function open(gateway: string | null, fields: Record<string, unknown> = {}): Promise<void> {
  const payment_options = { notification_url: `${stage.receiver.url}/order`, redirect_url: BACK };
  const method = gateway === null ? {} : { gateway };
  url = await stage.service.paymentUrl({ payment_options, ...method, ...fields });
}

const mainOf = async (response: Response): Promise<string> => String((await response.text()).split('<main')[1]);
const textOf = async (query = ''): Promise<string> => mainOf(await fetch(url + query));
const order = async (): Promise<Record<string, unknown>> => (await stage.service.get(ID)).json.data;
const statusOf = async (): Promise<unknown> => (await order())['status'];

/** Sends a form of the method's page. @returns the status, and where it leads to or what is shown */
async function send(method: string, fields: Record<string, string>): Promise<[status: number, next: string]> {
  const response = await submit(url, { method, ...fields });
  return [response.status, response.headers.get('location') ?? (await mainOf(response))];
}

beforeEach(() => stage.start());

describe('a card', () => {
  it('is filled in by a link for each test card of the method', async () => {
    await open('VISA');
    const page = await textOf();
    expect(page).toContain('href="?method=VISA&amp;choice=88884"');
    expect(page).toContain('Declined: insufficient funds');
    expect(page).not.toContain('3745 0000 0000 015');
    expect(await textOf('?method=VISA&choice=88884')).toMatch(/id="number" name="number" value="4012 0010 3848 8884"/);
    expect(await textOf('?method=VISA&choice=%3Ci%3E')).not.toContain('<i>');
  });

  it.each([
    ['4111111111111111', 'completed', `${BACK}?transactionid=${ID}`],
    ['4012001038488884', 'declined', null],
    ['4462000000000003', 'uncleared', null],
  ])('%s leads to what its test data say', async (number, status, next) => {
    await open('VISA');
    expect(await send('VISA', { ...CARD, number })).toEqual([303, next ?? url]);
    expect(await statusOf()).toBe(status);
  });

  it.each([
    ['number', { number: '4111111111111112' }, 'a digit is wrong or missing'],
    ['number', { number: '4242424242424242' }, 'none of the test cards'],
    ['number', { number: '5500000000000004' }, 'cannot be used here'],
    ['number', { number: '' }, 'Please give the number of a test card'],
    ['holder', { holder: ' ' }, 'Please give the name on the card'],
    ['expiry', { expiry: '01/20' }, 'This card has expired'],
    ['expiry', { expiry: '13/31' }, 'Please give month and year'],
    ['cvc', { cvc: '12' }, 'Please give the 3 or 4 digits'],
  ])('says what is wrong with its %s, and keeps what may be kept: %p', async (field, wrong, text) => {
    await open('VISA');
    const typed = { ...CARD, ...wrong };
    const [status, page] = await send('VISA', typed);
    expect(status).toBe(422);
    expect(page).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
    expect(page).toMatch(new RegExp(`id="${field}-problem">[^<]*${text}`));
    expect(page.match(/aria-invalid="true"/g)).toHaveLength(1);
    if (field !== 'holder') expect(page).toContain('value="A. Shopper"');
    expect(page).toMatch(/id="number" name="number" value(="")? /);
    expect(page).toMatch(/id="cvc" name="cvc" value(="")? /);
    expect(await statusOf()).toBe('initialized');
  });

  it('never shows a number again that someone has typed', async () => {
    await open('VISA');
    const [, page] = await send('VISA', { ...CARD, number: '4242 4242 4242 4242', cvc: '987', holder: '' });
    expect(page).not.toMatch(/4242|987/);
  });

  it.each([
    ['accept', 'completed', `${BACK}?transactionid=${ID}`],
    ['refuse', 'declined', null],
    ['leave', 'declined', `${BACK}?transactionid=${ID}`],
  ])('whose bank asks the shopper: %s', async (answer, status, next) => {
    await open('MASTERCARD');
    const [shown, page] = await send('MASTERCARD', { ...CARD, number: '5500000000000004' });
    expect([shown, page]).toEqual([200, expect.stringContaining('3-D Secure: is it you?')]);
    expect(page).not.toContain('5500');
    expect(await statusOf()).toBe('initialized');
    const form = { step: '3ds', card: '00004', holder: CARD.holder, expiry: CARD.expiry, answer };
    expect(await send('MASTERCARD', form)).toEqual([303, next ?? url]);
    expect(await statusOf()).toBe(status);
  });

  it('that was refused at its bank says so in the reason', async () => {
    await open('VISA');
    await send('VISA', { step: '3ds', card: '61114', holder: 'A', expiry: '12/31', answer: 'accept' });
    expect(await order()).toMatchObject({ status: 'declined', reason_code: '3001' });
  });
});

describe('a bank', () => {
  it('is chosen, and answers', async () => {
    await open('IDEAL');
    expect(await textOf()).toContain('<option value="0031"');
    const [status, page] = await send('IDEAL', { bank: '0031' });
    expect(status).toBe(200);
    for (const label of ['ABN AMRO (test)', 'Success', 'Failure', 'Cancelled', 'Expired'])
      expect(page).toContain(label);
    expect(await statusOf()).toBe('initialized');
    expect(await send('IDEAL', { outcome: 'expired' })).toEqual([303, url]);
    expect(await statusOf()).toBe('expired');
  });

  it('that no one knows is asked for again', async () => {
    await open('IDEAL');
    expect(await send('IDEAL', { bank: '9999' })).toEqual([422, expect.stringContaining('choose one of the banks')]);
  });
});

describe('an app', () => {
  it.each(['IDEALQR', 'WECHAT', 'ALIPAY'])('scans a code that says it is none: %s', async (gateway) => {
    await open(gateway);
    const page = await textOf();
    expect(page).toContain('There is nothing to scan');
    expect(page).toContain('The app has declined');
  });

  it('pays for Bancontact, too', async () => {
    await open('MISTERCASH');
    expect(await textOf()).toContain('Pay with the Bancontact app');
    expect(await textOf('?method=MISTERCASH&step=app')).toContain('The app has paid');
  });

  it('asks for a phone number first, where the method does', async () => {
    await open('BIZUM');
    expect((await send('BIZUM', { phone: 'x' }))[0]).toBe(422);
    expect(await send('BIZUM', { phone: '+34 612 345 678' })).toEqual([
      200,
      expect.stringContaining('The app has paid'),
    ]);
  });
});

describe('a gift card', () => {
  it('shows what is on it, pays a part, and leaves the rest to any method', async () => {
    await open('VVVGIFTCARD');
    const [, balance] = await send('VVVGIFTCARD', { number: '111112' });
    expect(balance).toMatch(/On the card<\/dt><dd>€5.00[^]*another method<\/dt><dd>€40.99/);
    await send('VVVGIFTCARD', { step: 'balance', number: '111112', use: 'yes' });
    const rest = await textOf();
    expect(rest).toMatch(/Left to pay<\/dt><dd>€40.99/);
    expect(rest).toContain('href="?method=IDEAL"');
    await send('IDEAL', { outcome: 'paid' });
    const { status, payment_methods } = await order();
    expect([status, payment_methods]).toEqual(['completed', [expect.anything(), expect.anything()]]);
  });

  it('pays all of it, when that is on it', async () => {
    await open('VVVGIFTCARD');
    const form = { step: 'balance', number: '111115', use: 'yes' };
    expect(await send('VVVGIFTCARD', form)).toEqual([303, `${BACK}?transactionid=${ID}`]);
    expect(await statusOf()).toBe('completed');
  });

  it.each([
    ['111110', 200, 'There is no money on this card'],
    ['999999', 422, 'none of the test cards'],
  ])('%s pays nothing', async (number, status, text) => {
    await open('VVVGIFTCARD');
    expect(await send('VVVGIFTCARD', { number })).toEqual([status, expect.stringContaining(text)]);
    expect((await send('VVVGIFTCARD', { step: 'balance', number, use: 'yes' }))[0]).toBe(422);
    expect(await statusOf()).toBe('initialized');
  });
});

describe('a bank account', () => {
  it('is debited, as its test data say', async () => {
    await open('DIRDEB');
    expect(await textOf('?method=DIRDEB&choice=NL87ABNA0000000003')).toContain('value="NL87ABNA0000000003"');
    const form = { holder: 'A. Shopper', iban: 'NL87ABNA0000000003', mandate: 'yes' };
    expect(await send('DIRDEB', { ...form, mandate: '' })).toEqual([422, expect.stringContaining('consent')]);
    expect(await send('DIRDEB', { ...form, iban: 'x' })).toEqual([422, expect.stringContaining('no IBAN')]);
    expect(await send('DIRDEB', form)).toEqual([303, url]);
    expect(await statusOf()).toBe('uncleared');
    stage.service.clock.advance(120_000);
    expect(await statusOf()).toBe('completed');
  });

  it('transfers the amount with its reference, at once or after a while', async () => {
    await open('BANKTRANS');
    const page = await textOf();
    for (const text of ['€45.99', 'NL91 ABNA 0417 1643 00', `<dd>${ID}</dd>`, 'I have transferred it']) {
      expect(page).toContain(text);
    }
    expect((await send('BANKTRANS', { account: 'NL87ABNA0000000001' }))[0]).toBe(303);
    expect(await statusOf()).toBe('initialized');
    stage.service.clock.advance(120_000);
    expect(await statusOf()).toBe('completed');
  });

  it('is paid at once from any other account', async () => {
    await open('BANKTRANS');
    await send('BANKTRANS', { account: '' });
    expect(await statusOf()).toBe('completed');
  });

  it('pays a reference of Multibanco by the amount', async () => {
    await open('MULTIBANCO', { amount: 1_500 });
    expect(await textOf()).toContain('I have paid it');
    await send('MULTIBANCO', {});
    stage.service.clock.advance(120_000);
    expect(['completed', 'uncleared']).toContain(await statusOf());
  });
});

describe('a lender', () => {
  const FORM = { birthday: '1990-01-01', phone: '+31 20 123 4567', email: 'a@example.com', terms: 'yes' } as const;
  const item = { name: 'Mug', unit_price: 45.99, quantity: 1, merchant_item_id: 'm', tax_table_selector: '0' };
  const cart = { shopping_cart: { items: [item] } };

  it.each([
    ['paid', 'completed'],
    ['declined', 'declined'],
    ['uncleared', 'uncleared'],
  ])('answers %s', async (answer, status) => {
    await open('KLARNA', cart);
    expect((await send('KLARNA', { ...FORM, answer }))[0]).toBe(303);
    expect(await statusOf()).toBe(status);
  });

  it.each(['birthday', 'phone', 'email', 'terms'])('says when %s is missing, and keeps the rest', async (field) => {
    await open('KLARNA', cart);
    const [status, page] = await send('KLARNA', { ...FORM, answer: 'declined', [field]: '' });
    expect([status, page]).toEqual([422, expect.stringContaining(`id="${field}-problem"`)]);
    expect(page).toMatch(/value="declined" checked/);
  });

  it('shows what is bought', async () => {
    await open('KLARNA', cart);
    expect(await textOf()).toContain('<li>1 × Mug</li>');
  });
});

describe('every page', () => {
  it.each(['VISA', 'IDEAL', 'WECHAT', 'BIZUM', 'VVVGIFTCARD', 'BANKTRANS', 'DIRDEB', 'PAYPAL'])(
    'of %s can end in every way at once',
    async (gateway) => {
      await open(gateway);
      const page = await textOf();
      for (const outcome of ['paid', 'declined', 'uncleared', 'expired', 'unfinished', 'cancelled']) {
        expect(page).toMatch(new RegExp(`<button[^>]*name="outcome" value="${outcome}"`));
      }
      expect(page).toContain('<summary>Other ways this can end</summary>');
      expect(page).not.toMatch(/<script|javascript:|\son\w+=|\ssrc=/i);
    },
  );

  it('leads to no address but the shop’s', async () => {
    await open(null);
    const query = '?method=PAYPAL&redirect_url=https://evil.example&choice=https://evil.example';
    const response = await submit(url + query, {
      method: 'PAYPAL',
      outcome: 'paid',
      redirect_url: 'https://evil.example',
    });
    expect(response.headers.get('location')).toBe(`${BACK}?transactionid=${ID}`);
  });
});
