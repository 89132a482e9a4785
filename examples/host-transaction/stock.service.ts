import { Injectable } from '@nestjs/common';
import { ShopTransaction } from './shop-transaction.js';
import { Shelf, Taking } from './stock.entities.js';

const MUG = { article: 'mug' };

/** It knows neither payments nor `tx`: the same methods serve the staff, the shop's own transactions and payment handlers. */
@Injectable()
export class StockService {
  constructor(private readonly transaction: ShopTransaction) {}

  /** Two statements that belong together. @throws Error if there is no stock */
  async take(orderId: string): Promise<void> {
    const { manager } = this.transaction;
    await manager.insert(Taking, { orderId });
    const shelf = await manager.findOneBy(Shelf, MUG);
    if (!shelf || shelf.left < 1) throw new Error('There is no mug left.');
    await manager.decrement(Shelf, MUG, 'left', 1);
  }

  /** Adds mugs to the stock. */
  refill(left: number): Promise<void> {
    return this.transaction.begin(async () => {
      await this.transaction.manager.delete(Shelf, MUG);
      await this.transaction.manager.insert(Shelf, { ...MUG, left });
    });
  }

  /** The stock, and how often something was taken. */
  async count(): Promise<{ left: number; takings: number }> {
    const { manager } = this.transaction;
    const shelf = await manager.findOneBy(Shelf, MUG);
    return { left: shelf?.left ?? 0, takings: await manager.count(Taking) };
  }
}
