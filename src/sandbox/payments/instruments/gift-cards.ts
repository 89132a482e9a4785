import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SandboxDatabase, SandboxError, type ServiceFault } from '../../core/index.js';
import { SandboxGiftCardEntity } from './sandbox-gift-card.entity.js';
import { TEST_GIFT_CARDS, type SandboxGiftCard } from './test-gift-cards.js';

/** Why a gift card pays nothing (spec §7). */
export const EMPTY_GIFT_CARD: ServiceFault = { code: 1017, detail: 'there is no money on the gift card' };

/** The gift cards with what is left on them; it outlives a restart. */
@Injectable()
export class GiftCards {
  constructor(private readonly database: SandboxDatabase) {}

  /** Every gift card of the test data, with what is on it now. */
  async list(): Promise<SandboxGiftCard[]> {
    const used = await this.database.manager.find(SandboxGiftCardEntity);
    const balances = new Map(used.map(({ number, balance }) => [number, balance]));
    return TEST_GIFT_CARDS.map(({ number, balance }) => ({ number, balance: balances.get(number) ?? balance }));
  }

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

  /**
   * Puts an amount on a card, whatever was on it.
   *
   * @param balance minor units.
   * @throws SandboxError `GIFT_CARD_INVALID`
   */
  async load(number: string, balance: number): Promise<SandboxGiftCard> {
    if (!TEST_GIFT_CARDS.some((card) => card.number === number)) {
      const advice = `Use one of: ${TEST_GIFT_CARDS.map((card) => card.number).join(', ')}.`;
      throw new SandboxError('GIFT_CARD_INVALID', 'The sandbox has no gift card of this number.', { advice });
    }
    if (!Number.isSafeInteger(balance) || balance < 0) {
      const advice = 'Give a whole number of minor units, at least 0.';
      throw new SandboxError('GIFT_CARD_INVALID', 'The balance is no amount.', { advice });
    }
    await this.database.run((em) => em.save(Object.assign(new SandboxGiftCardEntity(), { number, balance })));
    return { number, balance };
  }
}
