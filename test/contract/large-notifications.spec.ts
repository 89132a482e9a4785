import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { startSandbox } from 'tillbridge/sandbox';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { TillbridgeNotifications } from '../../src/shop/admin/index.js';
import { canaryKey } from '../support/canary.js';
import { largeCart } from '../support/large-cart.js';
import { describeEngines, describeOneEngine } from '../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

const [group] = shopOptions().terminalGroups;

/** The body of an order that is paid, of exactly so many bytes. */
function bodyOf(orderId: string, bytes: number): string {
  const plain = orderBody({ orderId, amount: 1250, at: Date.now() });
  const text = typeof plain === 'string' ? plain : JSON.stringify(plain);
  const filler = bytes - Buffer.byteLength(text) - ',"z":""'.length;
  return `${text.slice(0, -1)},"z":"${'z'.repeat(filler)}"}`;
}

const wholeOf = async (shop: ShopHost, orderId: string) => {
  const notifications = shop.app.get(TillbridgeNotifications);
  const { items: all } = await notifications.list();
  const found = all.find((each) => each.orderId === orderId);
  return found ? notifications.find(found.id) : null;
};

const partsOf = (shop: ShopHost): Promise<number> => shop.count('tillbridge_notification_part');

// What a platform hands over does not depend on the engine.
describe.each([
  ['express', describeEngines],
  ['fastify', describeOneEngine],
] as const)('a notification larger than a row takes, on %s', (platform, describeEach) => {
  describeEach('stored in parts', (engine) => {
    let shop: ShopHost;
    beforeAll(async () => {
      shop = await startShop({ engine, platform, options: { workers: 'off' } });
    });
    afterAll(() => shop.close());

    it('of an order with two hundred lines is acknowledged and told', async () => {
      const running = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
      const options = { terminalGroups: [{ ...group!, baseUrl: running.url }] };
      const open = await startShop({ engine, platform, options });
      const [orderId, amount] = ['CART', Money.of('242.00', 'EUR')];
      const notificationUrl = `${open.url}/payments/notifications/web`;
      const description = 'Two hundred mugs';
      await open.payments.group('web').orders.create({
        orderId,
        amount,
        description,
        cart: largeCart({ quantity: 1, rates: ['21'], letter: 'x' }),
        notificationUrl,
      });
      await running.sandbox.pay(orderId);
      await waitFor(() => open.handlers.count('transaction', 'completed') === 1);
      const [delivery] = await running.sandbox.deliveries(orderId);
      const [row] = await open.dataSource.query<{ parts: number }[]>('SELECT parts FROM tillbridge_notification');
      expect([delivery?.verdict, Number(row?.parts) > 0]).toEqual(['acknowledged', true]);
      await Promise.all([open.close(), running.close()]);
    });

    it.each([
      [48_000, 200, 0],
      [48_001, 200, 1],
      [96_000, 200, 1],
      [262_144, 200, 5],
      [262_145, 413, 0],
    ])('of %d bytes is answered %d, and kept in a row and %d parts', async (bytes, status, parts) => {
      const orderId = `B-${bytes}`;
      await shop.addOrder(orderId);
      const before = await partsOf(shop);
      const body = bodyOf(orderId, bytes);
      const answer = await shop.notify({ orderId, body });
      expect([answer.status, (await partsOf(shop)) - before]).toEqual([status, parts]);
      await shop.drain();
      const found = await shop.payments.orders.find(orderId);
      expect(found?.paid).toBe(status === 200);
      if (status === 200) expect((await wholeOf(shop, orderId))?.content).toContain('"order_id"');
    });

    it('that comes repeatedly, at once and later, is one', async () => {
      const before = [await shop.count('tillbridge_notification'), await partsOf(shop)];
      const body = bodyOf('AGAIN', 200_000);
      const request = signedNotification({ key: shop.key, orderId: 'AGAIN', body, at: Date.now() });
      const send = () => shop.post(request.search, { ...request.headers }, request.body);
      const answers = await Promise.all(Array.from({ length: 8 }, send));
      answers.push(await send());
      expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
      const after = [await shop.count('tillbridge_notification'), await partsOf(shop)];
      expect(after).toEqual([before[0]! + 1, before[1]! + 4]);
    });

    it('is applied once more from its parts, and its parts are erased with it', async () => {
      await shop.addOrder('ERASED');
      await shop.notify({ orderId: 'ERASED', body: bodyOf('ERASED', 100_000) });
      await shop.drain();
      const actor = { by: 'ann', why: 'to see it' };
      const { id } = (await wholeOf(shop, 'ERASED'))!;
      expect(await shop.app.get(TillbridgeNotifications).replay(id, actor)).toMatchObject({ replayed: 1 });
      await shop.drain();
      const [row] = await shop.dataSource.query<{ state: string }[]>(
        `SELECT state FROM tillbridge_notification WHERE id = '${id}'`,
      );
      expect(row).toEqual({ state: 'done' });
      expect(await shop.payments.orders.erase('ERASED', actor)).toMatchObject({ notifications: 1 });
      expect(await shop.count(`tillbridge_notification_part WHERE notification_id = '${id}'`)).toBe(0);
    });

    it('is refused, and nothing of it kept, when its parts cannot be', async () => {
      const before = await shop.count('tillbridge_notification');
      await shop.dataSource.query('ALTER TABLE tillbridge_notification_part RENAME TO hidden');
      const answer = await shop.notify({ orderId: 'TORN', body: bodyOf('TORN', 60_000) });
      await shop.dataSource.query('ALTER TABLE hidden RENAME TO tillbridge_notification_part');
      expect([answer.status, await shop.count('tillbridge_notification')]).toEqual([503, before]);
    });

    it('of which a part is missing is not taken for the whole', async () => {
      await shop.addOrder('HOLE');
      await shop.notify({ orderId: 'HOLE', body: bodyOf('HOLE', 150_000) });
      await shop.dataSource.query('DELETE FROM tillbridge_notification_part WHERE number = 2');
      await shop.drain();
      const [row] = await shop.dataSource.query<{ state: string; last_error: string }[]>(
        "SELECT state, last_error FROM tillbridge_notification WHERE order_id = 'HOLE'",
      );
      expect(row).toMatchObject({ state: 'pending', last_error: expect.stringContaining('part') });
    });
  });
});
