import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type SandboxOrderEntity, SandboxTransactionEntity } from '../../orders/index.js';
import { GiftCards } from './gift-cards.js';
import { giftReturns } from './gift-share.js';

/** Puts back on gift cards what a refund gives back of their part. */
@Injectable()
export class GiftCardReturns {
  constructor(private readonly cards: GiftCards) {}

  /** Brings the cards in step with the refunds of an order that are paid out; asked again it does nothing more. */
  async follow(em: EntityManager, { id: orderKey, amount: paid }: SandboxOrderEntity): Promise<void> {
    const payments = await em.find(SandboxTransactionEntity, {
      where: { orderKey, type: 'payment' },
      order: { id: 'DESC' },
    });
    const gifts = payments.filter(({ paidWith, completedAt }) => paidWith?.giftCard && completedAt !== null);
    if (gifts.length === 0) return;
    const done = { orderKey, type: 'refund', status: 'completed' } as const;
    const refunded = (await em.sum(SandboxTransactionEntity, 'amount', done)) ?? 0;
    const more = giftReturns(gifts, { paid, refunded });
    for (const [index, gift] of gifts.entries()) {
      const amount = more[index] ?? 0;
      if (amount === 0) continue;
      gift.returned += amount;
      await em.save(gift);
      await this.cards.add(em, gift.paidWith?.giftCard ?? '', amount);
    }
  }
}
