import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import type { EntityManager } from 'typeorm';
import { Product } from '../catalogue/product.entity.js';
import { Purchase } from '../orders/purchase.entity.js';
import { StockReservation } from './stock-reservation.entity.js';

/** Name of the effect: stored with each payment, so it stays even if the method is renamed. */
export const RESERVE_STOCK = 'reserve-stock';

/** Reserves goods for paid orders. */
@Injectable()
export class StockService {
  /**
   * Runs inside the transaction that records the payment: either the order is paid and the goods are reserved, or
   * neither. Write only through `tx`; the code must not act outside of the database.
   */
  @OnPayment('completed', { name: RESERVE_STOCK })
  async reserveStock(event: PaymentEvent, tx: EntityManager): Promise<void> {
    const purchase = await tx.findOneBy(Purchase, { orderId: event.orderId });
    if (!purchase) return;
    const { orderId, productSlug, quantity } = purchase;
    const taken = await takeFromShelf(tx, productSlug, quantity);
    await tx.insert(StockReservation, { orderId, productSlug, quantity, backOrder: !taken });
  }
}

/** One conditional update, so that two payments at once cannot take the same last piece. */
async function takeFromShelf(tx: EntityManager, slug: string, quantity: number): Promise<boolean> {
  const { affected } = await tx
    .createQueryBuilder()
    .update(Product)
    .set({ stock: () => 'stock - :quantity' })
    .where('slug = :slug AND stock >= :quantity')
    .setParameters({ slug, quantity })
    .execute();
  return affected === 1;
}
