import { beforeEach, describe, expect, it } from '@jest/globals';
import { Money, type OrderEvent, type Refund } from 'tillbridge';
import { RecipeStage } from './recipes.js';

const MUGS = Money.of('45.99', 'EUR');
const status = async (stage: RecipeStage, orderId: string) => (await stage.sandbox.order(orderId)).status;

async function send(stage: RecipeStage, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${stage.shop.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, ...((await answer.json()) as object) };
}

describe('the payment link by mail', () => {
  const mails: string[] = [];
  const mailer = { toCustomerOf: async (orderId: string, text: string) => void mails.push(`${orderId}: ${text}`) };
  const stage = new RecipeStage('payment-link', {
    parts: (code) => ({ providers: [code['PaymentLinks']!, { provide: code['Mailer']!, useValue: mailer }] }),
  });
  const links = () => stage.made<{ send(orderId: string, amount: Money): Promise<void> }>('PaymentLinks');
  beforeEach(() => void mails.splice(0));

  it('is mailed again as it is, is paid once, and then no more', async () => {
    await links().send('L-1', MUGS);
    await links().send('L-1', MUGS);
    expect(mails[0]).toMatch(/^L-1: Please pay 45\.99 EUR here: http.*\/pay\//);
    expect(mails[1]).toBe(mails[0]);
    await stage.sandbox.pay('L-1');
    await stage.until('thanks', () => mails.includes('L-1: Thank you for 45.99 EUR.'));
    await expect(links().send('L-1', MUGS)).rejects.toMatchObject({ code: 'ORDER_ALREADY_PAID' });
    expect(mails).toHaveLength(3);
  });

  it('is another one after it has expired, and the old one counts if it is paid after all', async () => {
    await links().send('L-2', MUGS);
    await stage.sandbox.expire('L-2');
    await stage.until('a word of the end', () => mails.some((mail) => mail.includes('has expired')));
    await links().send('L-2', MUGS);
    expect(mails.at(-1)).not.toBe(mails[0]);
    await stage.sandbox.pay('L-2');
    await stage.until('thanks', () => mails.includes('L-2: Thank you for 45.99 EUR.'));
  });

  it('is another one once the order was cancelled, for a link that opens no more', async () => {
    await links().send('L-3', MUGS);
    await stage.shop.payments.group('web').orders.cancel('L-3');
    await links().send('L-3', MUGS);
    expect(mails[1]).not.toBe(mails[0]);
    await stage.sandbox.pay('L-3');
    await stage.until('thanks', () => mails.includes('L-3: Thank you for 45.99 EUR.'));
  });
});

describe('the pay-later order', () => {
  const stage = new RecipeStage('pay-later', { parts: (code) => ({ providers: [code['PayLater']!] }) });
  const recipe = () =>
    stage.made<{
      start(orderId: string, customer: object): Promise<string | null>;
      shipped(orderId: string, trackTraceCode: string): Promise<void>;
      returned(orderId: string, quantity: number, returnId: string): Promise<Refund>;
    }>('PayLater');
  const ANN = { first_name: 'Ann', last_name: 'Example', email: 'ann@example.org', country: 'NL' };

  it('is accepted by the lender, shipped, and gives one mug of three back, once', async () => {
    expect(await recipe().start('K-1', ANN)).toContain('/pay/');
    await stage.sandbox.pay('K-1');
    await stage.until('the order to be paid', async () => (await stage.shop.payments.orders.settle('K-1')).paid);
    await recipe().shipped('K-1', 'AC1');
    expect(await status(stage, 'K-1')).toBe('shipped');
    const refund = await recipe().returned('K-1', 1, 'return-1');
    expect(refund.amount.toString()).toBe('9.95 EUR');
    expect((await recipe().returned('K-1', 1, 'return-1')).id).toBe(refund.id);
    await stage.until('the refund to be booked', async () => (await stage.sandbox.order('K-1')).amountRefunded === 995);
  });
});

describe('the till', () => {
  const stage = new RecipeStage('till', {
    sandboxGroup: { terminals: [{ id: 'T1' }] },
    group: { name: 'till-amsterdam', allowTip: true },
    parts: (code) => ({ providers: [code['Till']!] }),
  });
  const till = () =>
    stage.made<{
      readonly tips: ReadonlyMap<string, number>;
      charge(orderId: string, amount: Money, terminalId: string): AsyncGenerator<OrderEvent>;
      cancel(orderId: string): Promise<void>;
      receipt(orderId: string): Promise<string[]>;
    }>('Till');

  /** What the cashier's screen shows, with something that happens at the terminal once it is listening. */
  async function screen(orderId: string, happens: () => Promise<unknown>): Promise<(string | null)[]> {
    const seen: (string | null)[] = [];
    for await (const { status: shown } of till().charge(orderId, MUGS, 'T1')) {
      if (seen.push(shown) === 1) await happens();
    }
    return seen;
  }

  it('shows the payment, knows the tip, and prints the receipt', async () => {
    const seen = await screen('T-1', () => stage.sandbox.pay('T-1', { tip: 401, method: 'VISA' }));
    expect(seen.at(-1)).toBe('completed');
    await stage.until('the tip', () => till().tips.has('T-1'));
    expect(till().tips.get('T-1')).toBe(401);
    expect((await till().receipt('T-1'))[1]).toBe('5000 EUR');
    expect(await stage.shop.payments.orders.settle('T-1')).toMatchObject({ attention: null, paid: true });
  });

  it('lets the cashier cancel', async () => {
    expect((await screen('T-2', () => till().cancel('T-2'))).at(-1)).toMatch(/^cancell?ed$/);
  });
});

describe('the gift card', () => {
  const stage = new RecipeStage('gift-card', { parts: (code) => ({ providers: [code['GiftCards']!] }) });
  const cards = () =>
    stage.made<{ offered(): Promise<string[]>; parts(orderId: string): Promise<string[]> }>('GiftCards');

  it('pays a part, and the order is paid once with the rest', async () => {
    expect(await cards().offered()).toEqual(expect.arrayContaining(['VVVGIFTCARD', 'BOEKENBON']));
    await stage.shop.payments.group('web').orders.create({
      orderId: 'G-1',
      amount: MUGS,
      description: 'Mugs',
      redirectUrl: 'https://shop.example/',
    });
    await stage.sandbox.pay('G-1', { method: 'VVVGIFTCARD', amount: 500 });
    await stage.sandbox.pay('G-1', { method: 'VISA' });
    await stage.until('the order to be paid', async () => (await stage.shop.payments.orders.settle('G-1')).paid);
    expect(stage.shop.handlers.count('transaction', 'completed')).toBe(1);
    expect(await cards().parts('G-1')).toEqual(['VVV Cadeaukaart 5.00 EUR', 'Visa 40.99 EUR']);
  });
});

describe('payment components', () => {
  const stage = new RecipeStage('payment-components', {
    parts: (code) => ({ controllers: [code['ComponentsController']!] }),
  });

  it('get a token, and what they make of a card is charged', async () => {
    expect(await send(stage, '/components/token')).toMatchObject({ status: 200, token: expect.stringMatching(/^pub/) });
    expect(await send(stage, '/components/C-1', { payload: 'made by a component' })).toMatchObject({ paid: true });
    expect(await status(stage, 'C-1')).toBe('completed');
  });
});

describe('wallets', () => {
  const stage = new RecipeStage('wallets', { parts: (code) => ({ controllers: [code['WalletsController']!] }) });

  it.each([
    ['apple', 'APPLEPAY'],
    ['google', 'GOOGLEPAY'],
  ])('are charged with what their sheet gave: %s', async (wallet, method) => {
    const orderId = `W-${wallet}`;
    expect(await send(stage, `/wallets/${wallet}/${orderId}`, { token: '{"data":"…"}' })).toMatchObject({ paid: true });
    const { payment_details } = await stage.shop.payments.group('web').orders.get(orderId);
    expect(payment_details.type).toBe(method);
  });

  it("that are none are refused, and a session is the sandbox's own", async () => {
    expect(await send(stage, '/wallets/barter/W-9', { token: 'x' })).toMatchObject({ status: 400 });
    expect(await send(stage, '/wallets/apple/session', { validationUrl: 'https://evil.example/' })).toMatchObject({
      status: 400,
    });
    const validationUrl = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
    expect(await send(stage, '/wallets/apple/session', { validationUrl })).toMatchObject({
      status: 201,
      domainName: 'shop.example',
    });
  });
});
