import { describe, expect, it } from '@jest/globals';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { canaryKey } from '../../support/canary.js';
import { shopOptions, startShop } from '../../support/shop-host.js';

describe('several terminal groups', () => {
  it('keep to their own keys and orders, also under the same order id', async () => {
    const [web] = shopOptions().terminalGroups;
    const till = {
      ...web!,
      name: 'till',
      apiKeys: [canaryKey('till-new'), canaryKey('till-old')],
      notificationUrl: 'http://localhost:9/payments/notifications/till',
    };
    const shop = await startShop({ options: { workers: 'off', terminalGroups: [web!, till] } });
    try {
      await shop.addOrder('A-1');
      await shop.addOrder('A-1', 1250, 'till');
      const send = async (group: string, key: string): Promise<number> => {
        const body = orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() });
        const { search, headers, body: text } = signedNotification({ key, orderId: 'A-1', body, at: Date.now() });
        const url = `${shop.url}/payments/notifications/${group}${search}`;
        return (await fetch(url, { method: 'POST', headers, body: text })).status;
      };
      expect(await send('web', canaryKey('till-new'))).toBe(401);
      expect(await send('till', canaryKey('web'))).toBe(401);
      expect(await send('till', canaryKey('till-old'))).toBe(200);
      await shop.drain();

      await expect(shop.payments.orders.find('A-1')).rejects.toMatchObject({ code: 'ORDER_AMBIGUOUS' });
      expect(await shop.payments.group('till').orders.find('A-1')).toMatchObject({ paid: true });
      expect(await shop.payments.group('web').orders.find('A-1')).toMatchObject({ paid: false });
      const [row] = (await shop.dataSource.query('SELECT key_id FROM tillbridge_notification')) as { key_id: string }[];
      expect(row!.key_id).toMatch(/^[0-9a-f]{8}$/);
      expect(() => shop.payments.group('shop')).toThrow('configured are: web, till');
    } finally {
      await shop.close();
    }
  });
});
