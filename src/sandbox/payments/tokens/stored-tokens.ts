import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { createId } from '../../../support/index.js';
import { SANDBOX_SETTINGS, SandboxDatabase, type SandboxSettings } from '../../core/index.js';
import { payerName, type SandboxOrderEntity, SandboxTransactionEntity, storedMeans } from '../../orders/index.js';
import { SandboxTokenEntity } from './sandbox-token.entity.js';

/** The shop's identification of a token. */
export interface TokenName {
  readonly site: string;
  readonly reference: string;
  readonly token: string;
}

/** A page of a customer's tokens. */
export interface TokensQuery {
  readonly site: string;
  readonly reference: string;
  readonly limit: number;
  readonly offset: number;
}

const TOKEN_BYTES = 18;

/** Stores means of payment for orders that request it (protocol §2.12). They survive a restart. */
@Injectable()
export class StoredTokens {
  constructor(
    private readonly database: SandboxDatabase,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /**
   * Stores the means of payment of a paid order, once, if the order requested it; the order then shows the token. It
   * does not save the order.
   */
  async keep(em: EntityManager, order: SandboxOrderEntity): Promise<void> {
    const { recurring, transactionKey, status, site, group } = order;
    if (status !== 'completed' || recurring === null || recurring.token !== null) return;
    const { model, reference } = recurring;
    if (model === null || reference === null) return;
    const paidBy = await em.findOneBy(SandboxTransactionEntity, { id: transactionKey ?? '' });
    const means = paidBy === null ? null : storedMeans(paidBy.method, paidBy.paidWith);
    if (means === null) return;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const { clock } = this.settings;
    const identity = { id: createId(clock), token, group, site, reference, model, createdAt: clock.now() };
    await em.insert(SandboxTokenEntity, {
      ...identity,
      ...means,
      nameHolder: means.paidWith.holder ?? payerName(order),
    });
    order.recurring = { ...recurring, token };
  }

  /** A token of a website, of any customer; null if there is none. */
  find(em: EntityManager, { site, token }: Pick<TokenName, 'site' | 'token'>): Promise<SandboxTokenEntity | null> {
    return em.findOneBy(SandboxTokenEntity, { site, token });
  }

  /** A customer's token; null if there is none. */
  get(name: TokenName): Promise<SandboxTokenEntity | null> {
    const { site, reference, token } = name;
    return this.database.manager.findOneBy(SandboxTokenEntity, { site, reference, token });
  }

  /** A customer's tokens, oldest first. */
  list({ site, reference, limit, offset }: TokensQuery): Promise<SandboxTokenEntity[]> {
    const where = { site, reference };
    return this.database.manager.find(SandboxTokenEntity, { where, order: { id: 'ASC' }, take: limit, skip: offset });
  }

  /** Changes the expiry date of a card. @returns null if there is no such token */
  async changeExpiry(name: TokenName, expiry: string): Promise<SandboxTokenEntity | null> {
    return this.database.run(async (em) => {
      const { site, reference, token } = name;
      const found = await em.findOneBy(SandboxTokenEntity, { site, reference, token });
      return found && em.save(Object.assign(found, { paidWith: { ...found.paidWith, expiry } }));
    });
  }

  /** Permanently deletes a token. @returns false if there is no such token */
  async remove({ site, reference, token }: TokenName): Promise<boolean> {
    return this.database.run(async (em) => {
      const { affected } = await em.delete(SandboxTokenEntity, { site, reference, token });
      return (affected ?? 0) > 0;
    });
  }
}
