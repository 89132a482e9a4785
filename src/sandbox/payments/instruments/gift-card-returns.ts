import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type SandboxOrderEntity, SandboxTransactionEntity } from '../../orders/index.js';
import { GiftCards } from './gift-cards.js';
import { giftReturns } from './gift-share.js';

/** Returns the refunded part of gift cards to them. */
@Injectable()
export class GiftCardReturns {
  constructor(private readonly cards: GiftCards) {}

  /** Updates the cards after the paid-out refunds of an order; a repeated call changes nothing. */
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
