import { Injectable } from '@nestjs/common';
import {
  ChannelService,
  RequestContextService,
  TransactionalConnection,
  type CurrencyCode,
  type RequestContext,
} from '@vendure/core';
import type { EntityManager } from 'typeorm';

/** Which channel and which currency Vendure's services are to work in. */
export interface JoinedAs {
  readonly channelId: string;
  readonly currency?: string;
}

/**
 * Lets Vendure's services take part in a transaction of the module's. What they write is a savepoint in it: it commits
 * together with the payment, or not at all.
 */
@Injectable()
export class JoinedTransaction {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly channels: ChannelService,
  ) {}

  /**
   * Runs the work with a context whose transaction is the given one.
   *
   * @throws Error when the channel is gone, and whatever the work throws: then nothing of it stays
   */
  async run<T>(tx: EntityManager, joined: JoinedAs, work: (ctx: RequestContext) => Promise<T>): Promise<T> {
    const borrowed = this.borrow(tx);
    const anywhere = await this.contexts.create({ apiType: 'admin' });
    return borrowed.withTransaction(anywhere, async (found) => {
      const channel = await this.channels.findOne(found, joined.channelId);
      if (!channel) throw new Error(`the channel ${joined.channelId} of a payment is gone`);
      const currencyCode = joined.currency as CurrencyCode | undefined;
      const ctx = await this.contexts.create({ apiType: 'admin', channelOrToken: channel, currencyCode });
      return borrowed.withTransaction(ctx, work);
    });
  }

  /** Vendure's connection, but for the transaction that it begins: that is begun within the given one. */
  private borrow(tx: EntityManager): TransactionalConnection {
    return Object.create(this.connection, {
      rawConnection: { value: { createQueryRunner: () => tx.queryRunner } },
    }) as TransactionalConnection;
  }
}
