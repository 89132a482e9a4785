import { Inject, Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { SANDBOX_SETTINGS, SandboxDatabase, SandboxError, type SandboxSettings } from '../../core/index.js';
import { SandboxTokenEntity } from './sandbox-token.entity.js';
import { displayOf, isExpired, monthBefore } from './token-rules.js';

/** A stored means of payment in the sandbox. */
export interface SandboxToken {
  readonly group: string;
  /** `customer.reference` of the order that stored it. */
  readonly reference: string;
  /** The value for `recurring_id` of an order. */
  readonly token: string;
  /** Payment method code of later charges. */
  readonly method: string;
  readonly display: string;
  /** Year and month, `YYMM`; null for an account. */
  readonly expiryDate: string | null;
  readonly expired: boolean;
  /** `cardOnFile`, `subscription` or `unscheduled`. */
  readonly model: string;
}

/** Which tokens; default: all of them. */
export interface SandboxTokensFilter {
  readonly group?: string | undefined;
  readonly reference?: string | undefined;
}

/**
 * Stored means of payment, for tests: `sandbox.tokens`.
 *
 * @example
 * ```ts
 * for (const { reference, display } of await sandbox.tokens.list()) console.log(reference, display);
 * ```
 */
@Injectable()
export class SandboxTokens {
  constructor(
    private readonly database: SandboxDatabase,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /**
   * The stored tokens, oldest first.
   *
   * @example
   * ```ts
   * const [card] = await sandbox.tokens.list({ reference: 'customer-7' });
   * ```
   */
  async list({ group, reference }: SandboxTokensFilter = {}): Promise<SandboxToken[]> {
    const where: FindOptionsWhere<SandboxTokenEntity> = { ...(group && { group }), ...(reference && { reference }) };
    const tokens = await this.database.manager.find(SandboxTokenEntity, { where, order: { id: 'ASC' } });
    return tokens.map((token) => this.#describe(token));
  }

  /**
   * Lets a card expire: it is then valid until the previous month only, and a charge is refused. This tests a failing
   * subscription; if the shop updates the expiry date, the card is valid again.
   *
   * @throws SandboxError `TOKEN_UNKNOWN`
   *
   * @example
   * ```ts
   * const [card] = await sandbox.tokens.list({ reference: 'customer-7' });
   * if (card) await sandbox.tokens.expire(card.token);
   * ```
   */
  async expire(token: string): Promise<SandboxToken> {
    const expired = await this.database.run(async (em) => {
      const found = await em.findOneBy(SandboxTokenEntity, { token });
      if (found === null) return null;
      const paidWith = { ...found.paidWith, expiry: monthBefore(this.settings.clock.now()) };
      return em.save(Object.assign(found, { paidWith }));
    });
    if (expired !== null) return this.#describe(expired);
    const advice = 'Read payment_details.recurring_id of a paid order that was created with recurring_model.';
    throw new SandboxError('TOKEN_UNKNOWN', 'There is no such token.', { advice });
  }

  #describe(stored: SandboxTokenEntity): SandboxToken {
    const { group, reference, token, method, model, paidWith } = stored;
    const expired = isExpired(stored, this.settings.clock.now());
    return { group, reference, token, method, model, display: displayOf(stored), expiryDate: paidWith.expiry, expired };
  }
}
