import { Injectable } from '@nestjs/common';
import {
  ChannelService,
  RequestContextService,
  TransactionalConnection,
  type CurrencyCode,
  type RequestContext,
} from '@vendure/core';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { HostTransaction } from 'tillbridge';
import type { EntityManager } from 'typeorm';

/** The names of the entities of Vendure's `DefaultCachePlugin`. */
const CACHE: ReadonlySet<string> = new Set(['CacheItem', 'CacheTag']);

/** The channel and the currency for Vendure's services. */
export interface JoinedAs {
  readonly channelId: string;
  readonly currency?: string;
}

/**
 * Lets Vendure's services take part in the transaction of a handler of `@OnPayment` or `@OnRefund`. Their writes are a
 * savepoint in it: they commit together with the payment, or not at all. For handlers of the shop's own, too.
 *
 * @example
 * ```ts
 * @Injectable()
 * class Points {
 *   constructor(private readonly joined: JoinedTransaction, private readonly customers: CustomerService) {}
 *
 *   @OnPayment('completed')
 *   async onPaid(): Promise<void> {
 *     await this.joined.work({ channelId: '1' }, async (ctx) => {
 *       await this.customers.addNoteToCustomer(ctx, { id: '1', isPublic: false, note: 'paid' });
 *     });
 *   }
 * }
 * ```
 */
@Injectable()
export class JoinedTransaction implements HostTransaction {
  private readonly current = new AsyncLocalStorage<EntityManager>();

  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly channels: ChannelService,
  ) {}

  /**
   * Vendure's cache, where it is kept in the database: Vendure fills it while it allocates stock and applies promotions, each
   * time without the transaction of its caller.
   */
  get separateTables(): string[] {
    const { entityMetadatas } = this.connection.rawConnection;
    return entityMetadatas.filter(({ name }) => CACHE.has(name)).map(({ tableName }) => tableName);
  }

  /** Called by the module for each handler. */
  run(tx: EntityManager, work: () => Promise<void>): Promise<void> {
    return this.current.run(tx, work);
  }

  /**
   * Runs the work with a context whose transaction is that of the handler.
   *
   * @throws Error outside of a handler that runs in a transaction, and if the channel no longer exists; and the error
   *   of the work, after it was rolled back
   */
  async work<T>(joined: JoinedAs, work: (ctx: RequestContext) => Promise<T>): Promise<T> {
    const tx = this.current.getStore();
    if (!tx) throw new Error('JoinedTransaction.work is for handlers that run inside the transaction of a payment');
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

  /** Vendure's connection, except that a transaction that it begins is a savepoint in the given one. */
  private borrow(tx: EntityManager): TransactionalConnection {
    return Object.create(this.connection, {
      rawConnection: { value: { createQueryRunner: () => tx.queryRunner } },
    }) as TransactionalConnection;
  }
}
