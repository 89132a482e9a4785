import type { ServerResponse } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { TerminalGroup, TillbridgeOptions } from 'tillbridge';
import { TerminalGroups } from 'tillbridge';
import { ManualClock } from 'tillbridge/testing';
import { insertRows } from '../../../src/database/engine/index.js';
import { SandboxOrderEntity, NEW_ORDER_STATE } from '../../../src/sandbox/orders/sandbox-order.entity.js';
import { SandboxDatabase } from '../../../src/sandbox/core/sandbox.database.js';
import { Sandbox, SandboxModule, type SandboxOptions } from '../../../src/sandbox/index.js';
import { SandboxTransactionEntity } from '../../../src/sandbox/orders/sandbox-transaction.entity.js';
import { canaryKey } from '../../support/canary.js';
import type { TestDatabase, TestEngineName } from '../../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { addUnheardOrders } from './poll-rows.js';

/** What the service lists of an order. */
export interface ListedOrder {
  readonly id: string;
  readonly openedAt: number;
  /** `initialized`: as the shop knows it. Null: no one has tried to pay, so the list has nothing of it. */
  readonly status: 'initialized' | 'completed' | 'declined' | null;
  /** Minor units; default 1250. */
  readonly amount?: number;
}

/** A request as it came in. */
interface Asked {
  readonly method: string;
  url: string;
  originalUrl: string;
}

/** Where a shop keeps its orders. */
type ShopRows = Pick<ShopHost, 'dataSource'>;

const AMOUNT = 1250;

/** The sandbox as the service, with a list as long as wanted, and the calls that were made to it. */
export class ListStage {
  readonly calls = { list: 0, orders: 0, other: 0 };
  /** Transactions a page at most, whatever is asked for; null: as asked for. */
  pageSize: number | null = null;
  /** Runs before each page is answered. */
  beforePage: () => unknown = () => undefined;
  /** The HTTP status that answers a request instead of the sandbox, 0 for none at all; null: the sandbox answers. */
  instead: (url: string) => number | null = () => null;
  private transactions = 0;

  private constructor(
    readonly clock: ManualClock,
    private readonly app: INestApplication,
    readonly url: string,
  ) {}

  static async start(forms: Partial<SandboxOptions> = {}): Promise<ListStage> {
    // In the morning: the sandbox books refunds at midnight, and a test in the evening would come upon it.
    const clock = new ManualClock(new Date().setUTCHours(8, 0, 0, 0));
    const terminalGroups = [{ name: 'web', apiKey: canaryKey('web') }];
    const options = { ...forms, terminalGroups, clock, autoDeliver: false };
    const module = await Test.createTestingModule({ imports: [SandboxModule.forRoot(options)] }).compile();
    const app = module.createNestApplication({ forceCloseConnections: true });
    const stage: { it?: ListStage } = {};
    app.use((request: Asked, response: ServerResponse, next: () => void) => {
      const status = stage.it?.instead(request.url) ?? null;
      if (status === 0) return void response.destroy();
      if (status !== null) {
        const error = status === 404 ? { success: false, error_code: 1006, error_info: 'Invalid transaction ID' } : {};
        return void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error));
      }
      void stage.it?.receive(request).finally(next);
    });
    await app.listen(0, '127.0.0.1');
    stage.it = new ListStage(clock, app, await app.getUrl());
    return stage.it;
  }

  get sandbox(): Sandbox {
    return this.app.get(Sandbox);
  }

  /** A shop with this service; it does nothing by itself. */
  async shop(engine: TestEngineName, database?: TestDatabase): Promise<ShopHost> {
    const [web] = shopOptions().terminalGroups;
    const calls = { callsPerSecond: 1_000, burst: 1_000, maxWaiting: 1_000 };
    const terminalGroups: TillbridgeOptions['terminalGroups'] = [{ ...web!, baseUrl: this.url, calls }];
    const options = { workers: 'off' as const, clock: this.clock, terminalGroups };
    return startShop({ engine, ...(database ? { database } : {}), options });
  }

  /** Orders that the shop has made, of which it has heard nothing since, and that are due. */
  async addDue(shop: ShopRows, orders: readonly ListedOrder[], dueAt = this.clock.now() - 1): Promise<void> {
    const openedAt = (index: number): number => orders[index]!.openedAt;
    await addUnheardOrders(shop.dataSource, { ids: orders.map(({ id }) => id), openedAt, dueAt: () => dueAt });
    await this.addListed(orders);
  }

  /** Orders at the service, no matter who made them. */
  async addListed(orders: readonly ListedOrder[]): Promise<void> {
    const rows = orders.map((order) => this.rowsOf(order));
    const transactions = rows.flatMap(({ transaction }) => transaction ?? []);
    await this.app.get(SandboxDatabase).run(async (tx) => {
      await insertRows(
        tx,
        SandboxOrderEntity,
        rows.map(({ order }) => order),
      );
      await insertRows(tx, SandboxTransactionEntity, transactions);
    });
  }

  /** An earlier try to pay an order that is listed. */
  async addEarlierTry(order: ListedOrder): Promise<void> {
    const { transaction } = this.rowsOf(order);
    await this.app.get(SandboxDatabase).run(async (tx) => {
      const { id: orderKey } = await tx.findOneByOrFail(SandboxOrderEntity, { orderId: order.id });
      await insertRows(tx, SandboxTransactionEntity, [{ ...transaction, orderKey }]);
    });
  }

  /** Forgets all orders and calls. */
  async clear(shop: ShopHost): Promise<void> {
    this.beforePage = () => undefined;
    this.pageSize = null;
    Object.assign(this.calls, { list: 0, orders: 0, other: 0 });
    shop.handlers.seen.length = 0;
    for (const table of [
      'order',
      'attempt',
      'poll',
      'sweep',
      'notification',
      'observation',
      'transition',
      'decision',
      'refund',
    ])
      await shop.dataSource.query(`DELETE FROM tillbridge_${table}`);
    await this.app.get(SandboxDatabase).run(async (tx) => {
      await tx.clear(SandboxTransactionEntity);
      await tx.clear(SandboxOrderEntity);
    });
  }

  groupOf(shop: ShopHost): TerminalGroup {
    return shop.app.get(TerminalGroups).get('web');
  }

  close(): Promise<void> {
    return this.app.close();
  }

  private async receive(request: Asked): Promise<void> {
    const { method, url } = request;
    const isList = /^\/v1\/json\/transactions(\?|$)/.test(url);
    const isOrder = method === 'GET' && url.startsWith('/v1/json/orders/');
    this.calls[isList ? 'list' : isOrder ? 'orders' : 'other'] += 1;
    if (!isList) return;
    if (this.pageSize !== null) {
      request.url = url.replace(/limit=\d+/, `limit=${this.pageSize}`);
      request.originalUrl = request.url;
    }
    await this.beforePage();
  }

  private rowsOf({ id, openedAt, status, amount = AMOUNT }: ListedOrder) {
    const number = (this.transactions += 1);
    const key = keyAt(openedAt, number);
    const owner = { group: 'web', site: 'web', orderId: id, amount, currency: 'EUR', createdAt: openedAt };
    const state = { status: status ?? 'initialized', financialStatus: status ?? 'initialized' } as const;
    const completedAt = status === 'completed' ? openedAt : null;
    const times = { modifiedAt: openedAt, completedAt };
    const about = { description: 'Mugs', customer: {}, customInfo: {}, variables: {} };
    const page = { type: 'redirect' as const, gateway: null, notificationMethod: 'POST' as const };
    const order = { ...NEW_ORDER_STATE, ...owner, ...state, ...times, ...about, ...page };
    const expiresAt = openedAt + 30 * 86_400_000;
    const transaction = {
      ...owner,
      ...state,
      ...times,
      id: key,
      type: 'payment' as const,
      orderKey: key,
      transactionId: String(1_700_000_000_000_000 + number),
      method: 'IDEAL',
      description: 'Mugs',
      variables: {},
    };
    const transactionKey = status === null ? null : key;
    return {
      order: { ...order, id: key, transactionKey, expiresAt },
      transaction: status === null ? null : transaction,
    };
  }
}

/** A key that sorts by time, as the sandbox's own do. */
function keyAt(time: number, number: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}
