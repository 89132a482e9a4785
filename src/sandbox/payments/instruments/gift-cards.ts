import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ServiceFault } from '../../core/index.js';
import { SandboxGiftCardEntity } from './sandbox-gift-card.entity.js';
import { TEST_GIFT_CARDS } from './test-gift-cards.js';

/** Why a gift card pays nothing (spec §7). */
export const EMPTY_GIFT_CARD: ServiceFault = { code: 1017, detail: 'there is no money on the gift card' };

/** What is left on the gift cards, within the transaction that changes it; it outlives a restart. */
@Injectable()
export class GiftCards {
  /** What is on a card, minor units; 0 on one that does not exist. */
  async balanceOf(em: EntityManager, number: string): Promise<number> {
    const used = await em.findOneBy(SandboxGiftCardEntity, { number });
    return used?.balance ?? TEST_GIFT_CARDS.find((card) => card.number === number)?.balance ?? 0;
  }

  /** Adds to a card, or takes off it where the amount is below 0. */
  async add(em: EntityManager, number: string, amount: number): Promise<void> {
    const balance = (await this.balanceOf(em, number)) + amount;
    await em.save(Object.assign(new SandboxGiftCardEntity(), { number, balance }));
  }
}
