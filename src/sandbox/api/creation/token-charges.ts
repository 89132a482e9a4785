import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SANDBOX_SETTINGS, type SandboxSettings, refuse, type Refused } from '../../core/index.js';
import { isExpired, StoredTokens } from '../../payments/index.js';
import type { NewOrder } from './create-order.types.js';

/** An order with the means of payment behind its token, or why that cannot be charged. */
export type ChargeResult = { ok: true; input: NewOrder } | Refused;

/** Finds the means of payment that a direct request with `recurring_id` charges. */
@Injectable()
export class TokenCharges {
  constructor(
    private readonly tokens: StoredTokens,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Refuses a token that does not exist, belongs to another website, or whose card has expired (spec §7, 1024). */
  async resolve(em: EntityManager, input: NewOrder, site: string): Promise<ChargeResult> {
    const token = input.recurring?.token ?? null;
    if (token === null) return { ok: true, input };
    const stored = await this.tokens.find(em, { site, token });
    if (stored === null) return refuse(1024, 'there is no such stored token');
    if (isExpired(stored, this.settings.clock.now())) return refuse(1024, 'the stored card has expired');
    const { method, paidWith, reference, nameHolder } = stored;
    const instrument = { kind: 'token', method, paidWith: { ...paidWith, holder: nameHolder } } as const;
    const recurring = { model: input.recurring?.model ?? stored.model, reference, token };
    return { ok: true, input: { ...input, instrument, recurring } };
  }
}
