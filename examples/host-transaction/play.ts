import type { INestApplicationContext } from '@nestjs/common';
import { Money, Payments } from 'tillbridge';
import type { RunningSandbox } from 'tillbridge/sandbox';
import { StockService } from './stock.service.js';

/** The result of a scene. */
export interface Scene {
  readonly paid: boolean;
  readonly left: number;
  readonly takings: number;
}

/** A customer orders a mug and pays for it, but there is no stock. */
export async function payWithoutStock(
  shop: INestApplicationContext,
  { sandbox }: RunningSandbox,
  orderId: string,
): Promise<Scene> {
  await shop
    .get(Payments)
    .group('web')
    .orders.create({
      orderId,
      amount: Money.of('12.50', 'EUR'),
      description: 'A mug',
      redirectUrl: 'http://localhost:3000/return',
    });
  await sandbox.pay(orderId);
  return read(shop, orderId);
}

/** New mugs arrive; the order is read again, as polling would do. */
export async function refill(shop: INestApplicationContext, orderId: string): Promise<Scene> {
  await shop.get(StockService).refill(3);
  return read(shop, orderId);
}

async function read(shop: INestApplicationContext, orderId: string): Promise<Scene> {
  const { paid } = await shop.get(Payments).orders.settle(orderId);
  return { paid, ...(await shop.get(StockService).count()) };
}
