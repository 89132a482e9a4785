import { Injectable } from '@nestjs/common';
import { SandboxDatabase, SandboxError } from '../../core/index.js';
import { SandboxGiftCardEntity } from './sandbox-gift-card.entity.js';
import { TEST_GIFT_CARDS, type SandboxGiftCard } from './test-gift-cards.js';

/**
 * The test gift cards, for code that controls the sandbox: their balances, and a way to set them.
 *
 * @example
 * ```ts
 * await sandbox.giftCards.load('111115', 100_00);
 * ```
 */
@Injectable()
export class SandboxGiftCards {
  constructor(private readonly database: SandboxDatabase) {}

  /** Every test gift card with its current balance. */
  async list(): Promise<SandboxGiftCard[]> {
    const used = await this.database.manager.find(SandboxGiftCardEntity);
    const balances = new Map(used.map(({ number, balance }) => [number, balance]));
    return TEST_GIFT_CARDS.map(({ number, balance }) => ({ number, balance: balances.get(number) ?? balance }));
  }

  /**
   * Sets the balance of a card.
   *
   * @param balance minor units.
   * @throws SandboxError `GIFT_CARD_INVALID`
   *
   * @example
   * ```ts
   * await sandbox.giftCards.load('111115', 100_00);
   * ```
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
