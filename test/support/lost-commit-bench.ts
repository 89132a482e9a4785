import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { isPaymentError, type CreatePaymentOrderInput } from 'tillbridge';
import { DecisionEntity } from '../../src/shop/decisions/index.js';
import { ProcessRegistry } from '../../src/shop/diagnostics/index.js';
import { orderBody } from 'tillbridge/testing';
import { AttemptEntity } from '../../src/shop/orders/index.js';
import { eur, RefundClerk } from '../shop/refunds/support/refund-clerk.js';
import { RefundStage } from '../shop/refunds/support/refund-stage.js';
import { startCuttingProxy, type CuttingProxy } from './cutting-proxy.mjs';
import type { TestDatabase, TestEngineName } from './engines.js';
import { createMigratedDatabase } from './migrated-database.js';
import { StatementFaults } from './statement-faults.js';

export const ANN = { by: 'ann', why: 'the customer has called' };

/** The places of the statements that commit: COMMIT, and those that change something outside of a transaction. */
function commitsIn(statements: readonly string[]): number[] {
  let isOpen = false;
  return statements.flatMap((sql, at) => {
    if (sql.startsWith('START TRANSACTION')) isOpen = true;
    const commits = sql === 'COMMIT' || (!isOpen && /^(INSERT|UPDATE|DELETE)/.test(sql));
    if (/^(COMMIT|ROLLBACK)$/.test(sql)) isOpen = false;
    return commits ? [at] : [];
  });
}

/** A shop whose commits can be made to lose their answers, one at a time. */
export class LostCommitBench {
  private constructor(
    readonly stage: RefundStage,
    readonly clerk: RefundClerk,
    readonly faults: StatementFaults,
    private readonly proxy: CuttingProxy,
    private readonly direct: TestDatabase,
  ) {}

  static async start(engine: TestEngineName): Promise<LostCommitBench> {
    const direct = await createMigratedDatabase(engine);
    const proxy = await startCuttingProxy(String(Reflect.get(direct.options, 'url')));
    const database = { ...direct, options: { ...direct.options, url: proxy.url } as DataSourceOptions };
    // A circuit that opens would hide which call fails.
    const calls = { callsPerSecond: 1_000, burst: 1_000, budget: 'process', circuitBreaker: 'off' } as const;
    const groupAt = async () => ({ calls, timeoutMs: 2_000 });
    const stage = await RefundStage.start(engine, {}, { groupAt, shop: { database } });
    // It says every half minute of the real clock that this process lives: a statement more for whatever is under way.
    await stage.shop.app.get(ProcessRegistry).beforeApplicationShutdown();
    const faults = new StatementFaults(stage.shop.dataSource, proxy);
    return new LostCommitBench(stage, new RefundClerk(stage), faults, proxy, direct);
  }

  async close(): Promise<void> {
    this.faults.close();
    await this.stage.close();
    await this.proxy.close();
    await this.direct.drop();
  }

  get orders() {
    return this.stage.shop.payments.group('web').orders;
  }

  get tables(): DataSource['manager'] {
    return this.stage.shop.dataSource.manager;
  }

  /** Does it once, the answer of one of its commits lost if so wanted. */
  async during<T>(at: number | null, work: () => Promise<T>): Promise<{ end: T | string; commits: number[] }> {
    this.faults.arm(at === null ? null : { at, kind: 'lost after' });
    const end = await work().catch((error: Error) => (isPaymentError(error) ? error.code : error.message));
    if (at !== null) expect(this.faults.struck).not.toBeNull();
    this.faults.disarm();
    return { end, commits: commitsIn(this.faults.seen) };
  }

  order(change: Partial<CreatePaymentOrderInput> = {}): CreatePaymentOrderInput {
    const orderId = `L-${randomUUID().slice(0, 8)}`;
    const texts = { description: 'Two mugs', redirectUrl: 'http://localhost:3000/return' };
    return { orderId, amount: eur(10_000), ...texts, ...change };
  }

  /** An order whose money is reserved. */
  async reserved(): Promise<string> {
    const { orderId } = await this.orders.create(this.order({ capture: 'manual' }));
    await this.stage.service.sandbox.pay(orderId, { method: 'VISA' });
    await this.stage.shop.payments.orders.sync(orderId, ANN);
    return orderId;
  }

  /** A notification of a paid order came, and is done with. */
  async notified(orderId: string): Promise<void> {
    const at = this.stage.clock.now();
    const body = orderBody({ orderId, amount: 10_000, at });
    expect((await this.stage.shop.notify({ orderId, body, at })).status).toBe(200);
    await this.stage.shop.drain();
  }

  async decided(orderId: string): Promise<string[]> {
    const order = { decidedAt: 'ASC', id: 'ASC' } as const;
    const rows = await this.tables.find(DecisionEntity, { where: { orderId, by: ANN.by }, order });
    return rows.map(({ about, decision }) => `${about} ${decision}`);
  }

  async refunds(orderId: string): Promise<string[]> {
    return (await this.clerk.rowsOf(orderId)).map(({ state, reason, amount }) => `${state} ${reason} ${amount}`);
  }

  async attempts(orderId: string): Promise<string[]> {
    const rows = await this.tables.find(AttemptEntity, { where: { orderId }, order: { number: 'ASC' } });
    return rows.map(({ createState, letGoAt, senderToken }) =>
      [createState, letGoAt === null ? 'stands' : 'let go', senderToken === null ? 'free' : 'taken'].join(' '),
    );
  }
}
