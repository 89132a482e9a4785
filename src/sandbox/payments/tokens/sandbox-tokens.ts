import { Inject, Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { SANDBOX_SETTINGS, SandboxDatabase, SandboxError, type SandboxSettings } from '../../core/index.js';
import { SandboxTokenEntity } from './sandbox-token.entity.js';
import { displayOf, isExpired, monthBefore } from './token-rules.js';

/** A stored means of payment, as the sandbox holds it. */
export interface SandboxToken {
  readonly group: string;
  /** `customer.reference` of the order that stored it. */
  readonly reference: string;
  /** What `recurring_id` of an order takes. */
  readonly token: string;
  /** Payment method code by which it is charged. */
  readonly method: string;
  readonly display: string;
  /** Year and month, `YYMM`; null for an account. */
  readonly expiryDate: string | null;
  readonly expired: boolean;
  /** `cardOnFile`, `subscription` or `unscheduled`. */
  readonly model: string;
}

/** Which tokens; all of them when nothing is said. */
export interface SandboxTokensFilter {
  readonly group?: string | undefined;
  readonly reference?: string | undefined;
}

/**
 * Stored means of payment, for rehearsals: `sandbox.tokens`.
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
   * What is stored, the oldest first.
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
   * Lets a card expire: from now on it was good until the month before, and a charge is refused. So a subscription that
   * fails can be rehearsed; an update of the expiry date by the shop makes it good again.
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
