import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { OutboxEntity } from '../../../src/shop/effects/index.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

/** Subscribes to the end without payment by its old name, and by both. */
@Injectable()
class Ends {
  readonly seen: string[] = [];

  @OnPayment('void', { name: 'old' })
  old({ kind }: PaymentEvent): void {
    this.seen.push(`old ${kind}`);
  }

  @OnPayment(['void', 'cancelled', 'completed'], { name: 'both' })
  both({ kind }: PaymentEvent): void {
    this.seen.push(`both ${kind}`);
  }

  @OnPayment('cancelled', { name: 'twice' })
  @OnPayment(['void', 'declined'], { name: 'twice-old' })
  twice({ kind }: PaymentEvent): void {
    this.seen.push(`twice ${kind}`);
  }

  @OnPayment('cancelled', { name: 'till', group: 'till' })
  @OnPayment('void', { name: 'web-old' })
  elsewhere({ kind }: PaymentEvent): void {
    this.seen.push(`elsewhere ${kind}`);
  }

  @OnPayment('declined', { name: 'later', after: 'commit' })
  later({ kind }: PaymentEvent): void {
    this.seen.push(`later ${kind}`);
  }
}

describe('handlers', () => {
  const clock = new ManualClock(Date.now());
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off', clock }, providers: [Ends] });
  });
  afterEach(() => void (shop.app.get(Ends).seen.length = 0));
  afterAll(() => shop.close());

  const see = async (orderId: string, status: string): Promise<string[]> => {
    await shop.addOrder(orderId);
    await shop.notify({
      orderId,
      body: orderBody({ orderId, amount: 1250, at: clock.now(), status }),
      at: clock.now(),
    });
    await shop.drain();
    return shop.app.get(Ends).seen.toSorted();
  };

  it('are told of an end without payment once, by whichever of its two names they have asked for it', async () => {
    expect(await see('A-1', 'cancelled')).toEqual([
      'both cancelled',
      'elsewhere cancelled',
      'old cancelled',
      'twice cancelled',
    ]);
  });

  it('are told of the other kinds that they have asked for beside it', async () => {
    expect(await see('A-2', 'completed')).toEqual(['both completed']);
    shop.app.get(Ends).seen.length = 0;
    expect(await see('A-3', 'declined')).toEqual(['later declined', 'twice declined']);
  });

  it('that have ended their process five times are not begun a sixth time', async () => {
    const begun = async (attempts: number): Promise<OutboxEntity> => {
      const { manager } = shop.dataSource;
      const due = {
        state: 'pending' as const,
        attempts,
        dueAt: 0,
        lastError: null,
        leaseToken: null,
        leaseUntil: null,
      };
      await manager.update(OutboxEntity, { effect: 'later' }, due);
      await shop.drain();
      return manager.findOneByOrFail(OutboxEntity, { effect: 'later' });
    };
    expect(await begun(5)).toMatchObject({
      state: 'dead',
      attempts: 5,
      lastError: expect.stringContaining('5 times'),
    });
    expect(shop.logs.matching('failed 5 times and is now marked as failed')).toHaveLength(1);
    expect(shop.app.get(Ends).seen).toEqual([]);
    expect(await begun(4)).toMatchObject({ state: 'done' });
    expect(shop.app.get(Ends).seen).toEqual(['later declined']);
  });
});
