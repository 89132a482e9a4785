import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from './support/receiver.js';
import { startService, submit, type Service } from './support/service.js';

const SHOP = 'https://shop.example';

let service: Service;
let receiver: Receiver;
let number = 0;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startService(), startReceiver()]);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** Creates an order that returns to the shop. */
async function newPage(fields: Record<string, unknown> = {}): Promise<{ orderId: string; url: string }> {
  const orderId = `P-${(number += 1)}`;
  const payment_options = {
    notification_url: receiver.url,
    redirect_url: `${SHOP}/return?order=1#top`,
    cancel_url: `${SHOP}/cancel`,
  };
  return { orderId, url: await service.paymentUrl({ order_id: orderId, payment_options, ...fields }) };
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();
const statusOf = async (orderId: string): Promise<unknown> => (await service.get(orderId)).json.data['status'];

describe('the payment page', () => {
  it('shows what is paid, to whom, and offers methods and endings, without a script', async () => {
    const { orderId, url } = await newPage({ description: 'Two mugs', amount: 123_456 });
    const page = await textOf(url);
    for (const text of [
      '€1,234.56',
      'Two mugs',
      `Order ${orderId}`,
      'Payment to web',
      'iDEAL',
      'Visa',
      'Bank transfer',
    ]) {
      expect(page).toContain(text);
    }
    for (const outcome of ['paid', 'declined', 'cancelled', 'unfinished']) {
      expect(page).toMatch(new RegExp(`<button[^>]*type="submit" name="outcome" value="${outcome}"`));
    }
    expect(page).toMatch(/<form[^>]*method="post"/);
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|\ssrc=|url\(|@import/i);
  });

  it('offers methods in groups, each as a link to its own page, which leads back to the choice', async () => {
    const { url } = await newPage();
    const page = await textOf(url);
    expect([...page.matchAll(/<a class="method" href="\?method=(\w+)"/g)].map(([, code]) => code)).toEqual(
      expect.arrayContaining(['IDEAL', 'VISA', 'MISTERCASH', 'PAYPAL', 'BANKTRANS']),
    );
    expect(page).toMatch(/<h3>Card<\/h3>[^]*<h3>Wallet or app<\/h3>/);
    const wallet = await textOf(`${url}?method=PAYPAL`);
    expect(wallet).toContain('Choose another method');
    expect(wallet).not.toContain('class="method"');
  });

  it('asks for no method when the shop has fixed it', async () => {
    const page = await textOf((await newPage({ gateway: 'visa' })).url);
    expect(page).toContain('<input type="hidden" name="method" value="VISA"/>');
    expect(page).not.toMatch(/class="method"|Choose another method/);
  });

  it('asks again for a method that it does not offer', async () => {
    const { url } = await newPage({ gateway: 'IDEAL' });
    expect(await textOf(`${url}?method=VISA`)).not.toContain('Card number');
    expect((await submit(url, { outcome: 'paid', method: 'VISA' })).status).toBe(400);
  });

  it('comes with a policy that allows its own style and nothing else', async () => {
    const response = await fetch((await newPage()).url);
    const policy = response.headers.get('content-security-policy') ?? '';
    const style = /<style>([^]*?)<\/style>/.exec(await response.text())?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy.split('; ').slice(0, 2)).toEqual(["default-src 'none'", `style-src 'sha256-${hash}'`]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  it('escapes what comes from the shop', async () => {
    const payment_options = { redirect_url: `${SHOP}/?a="><i>&b='` };
    const { url, orderId } = await newPage({ description: `"quoted" & 'single' < 5 > 3`, payment_options });
    const open = await textOf(url);
    expect(open).toContain('&quot;quoted&quot; &amp; ');
    expect(open).toContain('&lt; 5');
    expect(open).not.toContain('< 5');
    await service.sandbox.cancel(orderId);
    expect(await textOf(url)).not.toContain('"><i>');
  });

  it('writes amounts of every currency with its own decimals', async () => {
    expect(await textOf((await newPage({ currency: 'JPY', amount: 10_000 })).url)).toContain('¥10,000');
    expect(await textOf((await newPage({ currency: 'KWD', amount: 1_234_567 })).url)).toContain('KWD\u00A01,234.567');
  });

  it('is not found for a session that never was', async () => {
    for (const response of [await fetch(`${service.url}/pay/nope`), await submit(`${service.url}/pay/nope`, {})]) {
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('No such payment page');
    }
  });
});

describe('a payment that is', () => {
  it('paid returns to the shop with the order id, and the shop is notified', async () => {
    const { orderId, url } = await newPage();
    const response = await submit(url, { method: 'PAYPAL', outcome: 'paid' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${SHOP}/return?order=1&transactionid=${orderId}#top`);
    await service.sandbox.idle();
    const [, paid] = await service.sandbox.deliveries(orderId);
    expect(paid).toMatchObject({ cause: 'paid', verdict: 'acknowledged' });
    expect(JSON.parse(paid?.body ?? '')).toMatchObject({ status: 'completed', payment_details: { type: 'PAYPAL' } });
  });

  it('paid is not paid a second time', async () => {
    const { orderId, url } = await newPage();
    await submit(url, { outcome: 'paid' });
    const again = await submit(url, { outcome: 'paid' });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain('Already paid');
    expect(await textOf(url)).toContain('Payment received');
    await service.sandbox.idle();
    expect(await service.sandbox.deliveries(orderId)).toHaveLength(2);
    await expect(service.sandbox.pay(orderId)).rejects.toMatchObject({ code: 'OUTCOME_IMPOSSIBLE' });
  });

  it('paid ten times at once is paid once', async () => {
    const { orderId, url } = await newPage();
    const responses = await Promise.all(Array.from({ length: 10 }, () => submit(url, { outcome: 'paid' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
    await service.sandbox.idle();
    expect(await service.sandbox.deliveries(orderId)).toHaveLength(2);
  });

  it('declined stays on the page, which says so, and can be tried again', async () => {
    const { orderId, url } = await newPage();
    const response = await submit(url, { method: 'VISA', outcome: 'declined' });
    expect([response.status, response.headers.get('location')]).toEqual([303, url]);
    const page = await textOf(url);
    expect(page).toMatch(/role="alert"[^]*The payment was declined/);
    expect(page).toContain(`href="${SHOP}/return?order=1&amp;transactionid=${orderId}#top"`);
    expect(page).not.toContain('value="unfinished"');
    expect(await statusOf(orderId)).toBe('declined');
    await submit(url, { method: 'IDEAL', outcome: 'paid' });
    expect(await statusOf(orderId)).toBe('completed');
  });

  it('cancelled returns to the cancel address', async () => {
    const { orderId, url } = await newPage();
    const response = await submit(url, { outcome: 'cancelled' });
    expect(response.headers.get('location')).toBe(`${SHOP}/cancel?transactionid=${orderId}`);
    expect(await statusOf(orderId)).toBe('void');
    expect(await textOf(url)).toContain('Payment cancelled');
    expect((await submit(url, { outcome: 'paid' })).status).toBe(409);
  });

  it('left unfinished closes the page, and no transaction comes to be', async () => {
    const { orderId, url } = await newPage();
    expect((await submit(url, { outcome: 'unfinished' })).headers.get('location')).toBe(url);
    expect(await textOf(url)).toContain('Payment left unfinished');
    expect(await service.sandbox.order(orderId)).toMatchObject({ status: 'cancelled', transactionId: null });
  });

  it('left unfinished after a decline is not possible: a transaction exists', async () => {
    const { orderId, url } = await newPage();
    await submit(url, { outcome: 'declined' });
    expect((await submit(url, { outcome: 'unfinished' })).status).toBe(409);
    expect(await statusOf(orderId)).toBe('declined');
  });

  it('finished without an address to return to ends on its own page', async () => {
    for (const [outcome, text] of [
      ['paid', 'Payment received'],
      ['cancelled', 'Payment cancelled'],
    ] as const) {
      const { url } = await newPage({ payment_options: {} });
      expect((await submit(url, { outcome })).headers.get('location')).toBe(url);
      const page = await textOf(url);
      expect(page).toContain(text);
      expect(page).not.toContain('Back to the shop');
    }
  });
});

describe('a form that makes no sense', () => {
  it.each([
    ['nothing', {}],
    ['an unknown outcome', { outcome: 'shipped' }],
    ['an unknown method', { outcome: 'paid', method: 'BARTER' }],
  ])('is shown again, for %s, and changes nothing', async (_, fields) => {
    const { orderId, url } = await newPage();
    const response = await submit(url, fields as Record<string, string>);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/role="alert"[^]*Please choose/);
    expect(await statusOf(orderId)).toBe('initialized');
  });
});

describe('the front page', () => {
  it('lists the newest orders with their status, and links to the pages that are open', async () => {
    const open = await newPage({ description: 'The newest <3' });
    const response = await fetch(`${service.url}/`);
    const page = await response.text();
    expect(page).toContain(open.orderId);
    expect(page).toContain('The newest &lt;3');
    expect(page).toContain(`href="${open.url}"`);
    expect(page).toContain('completed');
    expect(page).not.toMatch(/tbcanary/);
  });

  it('says what to do when there is none', async () => {
    const empty = await startService();
    expect(await textOf(`${empty.url}/`)).toContain('No orders yet');
    await empty.close();
  });

  it('is healthy', async () => {
    expect(await textOf(`${service.url}/health`)).toBe('{"status":"ok"}');
  });
});
