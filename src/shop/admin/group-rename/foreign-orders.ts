import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { masterManager } from '../../../database/engine/index.js';
import { parseServiceTime } from '../../../protocol/index.js';
import { TransactionsClient } from '../../client/index.js';
import { CapturedParts, listedSubjects } from '../../orders/index.js';
import { isForeignId, type TerminalGroup, TerminalGroups, DATA_SOURCE } from '../../core/index.js';

/** How many of the newest payments are checked: one page. */
const MOST_CHECKED = 100;

/** What the newest payments of an account tell about its users. */
export interface AccountUse {
  readonly group: string;
  /** Payments that were checked. */
  readonly payments: number;
  /** Ids at the service of orders that this shop does not know, where no prefix tells shops apart. */
  readonly foreign: readonly string[];
}

/** Checks whether another shop uses the account, too. Writes nothing; makes one call. */
@Injectable()
export class ForeignOrders {
  constructor(
    private readonly client: TransactionsClient,
    private readonly groups: TerminalGroups,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
  ) {}

  /** @throws PaymentError as the transactions list does */
  async of(group: TerminalGroup): Promise<AccountUse> {
    const about = { group: group.name, payments: 0, foreign: [] };
    // With a prefix, no other shop's order can be confused with one of this shop.
    if (group.orderIdPrefix !== '') return about;
    const pages = this.client.list(group, { limit: MOST_CHECKED, type: 'payment' }, { maxPages: 1 }).pages();
    for await (const { items } of pages) {
      const ids = [...new Set(items.flatMap(({ order_id }) => order_id ?? []))];
      const manager = masterManager(this.dataSource);
      const known = await listedSubjects(manager, group.name, ids);
      const unknown = ids.filter((id) => !known.has(id) && !isForeignId(id, group));
      const times = items.map(({ created }) => parseServiceTime(created, this.groups.timeZone) ?? 0);
      const from = Math.min(...times);
      const parts = await new CapturedParts({ group: group.name, from }).subjects(manager, unknown);
      return { ...about, payments: items.length, foreign: unknown.filter((id) => !parts.has(id)) };
    }
    return about;
  }
}
