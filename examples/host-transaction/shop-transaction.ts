import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { HostTransaction } from 'tillbridge';
import type { DataSource, EntityManager } from 'typeorm';

/** Every service of this shop gets its EntityManager here, inside and outside of a transaction. */
@Injectable()
export class ShopTransaction implements HostTransaction {
  private readonly current = new AsyncLocalStorage<EntityManager>();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  get manager(): EntityManager {
    return this.current.getStore() ?? this.dataSource.manager;
  }

  /** The shop's own transactions. */
  begin<T>(work: () => Promise<T>): Promise<T> {
    return this.dataSource.transaction((tx) => this.current.run(tx, work));
  }

  /** The module's transaction: a handler runs in it, and so does every service that the handler calls. */
  run(tx: EntityManager, work: () => Promise<void>): Promise<void> {
    return this.current.run(tx, work);
  }
}
