import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ServiceFault } from '../../core/index.js';
import { SandboxGiftCardEntity } from './sandbox-gift-card.entity.js';
import { TEST_GIFT_CARDS } from './test-gift-cards.js';

/** The refusal of an empty gift card (spec §7). */
export const EMPTY_GIFT_CARD: ServiceFault = { code: 1017, detail: 'there is no money on the gift card' };

/** The balances of gift cards, within the transaction that changes them; they survive a restart. */
@Injectable()
export class GiftCards {
  /** The balance of a card, minor units; 0 for a card that does not exist. */
  async balanceOf(em: EntityManager, number: string): Promise<number> {
    const used = await em.findOneBy(SandboxGiftCardEntity, { number });
    return used?.balance ?? TEST_GIFT_CARDS.find((card) => card.number === number)?.balance ?? 0;
  }

  /** Adds an amount to a card, or takes it if it is negative. */
  async add(em: EntityManager, number: string, amount: number): Promise<void> {
    const balance = (await this.balanceOf(em, number)) + amount;
    await em.save(Object.assign(new SandboxGiftCardEntity(), { number, balance }));
  }
}
