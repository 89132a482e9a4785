import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Transactions } from '../../../src/database/engine/index.js';
import { Inbox, NotificationRefused } from '../../../src/shop/notifications/index.js';
import { TRANSACTIONS } from '../../../src/shop/core/tokens.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

const MOST_WAITING = 32_000_000;
const LARGEST = 262_144;

describe('the inbox, however much is brought to it at once', () => {
  let shop: ShopHost;
  let inbox: Inbox;
  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off' } });
    inbox = shop.app.get(Inbox);
  });
  afterAll(() => shop.close());

  const store = (bytes: number): Promise<string> => {
    const notification = {
      orderId: 'A-1',
      timestamp: '1756720810',
      signedAt: 1_756_720_810_000,
      keyId: 'key',
      mac: randomBytes(64),
      body: Buffer.alloc(bytes, 'x'),
    };
    return inbox.store('web', notification).then(
      () => 'stored',
      (error: unknown) => (error instanceof NotificationRefused ? error.reason : String(error)),
    );
  };

  it('holds no more than 32 MB of bodies while the database is busy, and stores what it has taken', async () => {
    let letGo = (): void => {};
    const busy = new Promise<void>((resolve) => (letGo = resolve));
    const held = shop.dataSource.transaction(() => busy);
    const fits = Math.floor(MOST_WAITING / LARGEST);
    const stored = Array.from({ length: fits }, () => store(LARGEST));
    expect(await store(LARGEST)).toContain('too many notifications wait');
    // The very last byte still fits.
    stored.push(store(MOST_WAITING - fits * LARGEST));
    expect(await store(1)).toContain('too many notifications wait');
    letGo();
    await held;
    expect(new Set(await Promise.all(stored))).toEqual(new Set(['stored']));
    expect(await shop.count('tillbridge_notification')).toBe(fits + 1);
    // What is stored waits no more.
    expect(await store(LARGEST)).toBe('stored');
  });

  it('holds no more than two thousand, however small they are', async () => {
    let letGo = (): void => {};
    const busy = new Promise<void>((resolve) => (letGo = resolve));
    const held = shop.dataSource.transaction(() => busy);
    const stored = Array.from({ length: 2_000 }, () => store(1));
    expect(await store(1)).toContain('too many notifications wait');
    letGo();
    await held;
    expect(new Set(await Promise.all(stored))).toEqual(new Set(['stored']));
  });

  it('sends the database no statement of more than a megabyte or so', async () => {
    const sent = jest.spyOn(shop.app.get<Transactions>(TRANSACTIONS), 'execute');
    const stored = await Promise.all(Array.from({ length: 60 }, () => store(40_000)));
    expect(new Set(stored)).toEqual(new Set(['stored']));
    const sizes = sent.mock.calls.map(([{ parameters }]) => parameters.map(String).join('').length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(1_100_000);
    sent.mockRestore();
  });
});
