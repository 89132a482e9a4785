import type { INestApplication, Type } from '@nestjs/common';
import { Refund, TransactionalConnection, type VendureConfig } from '@vendure/core';
import { createTestEnvironment, SimpleGraphQLClient, type TestServer } from '@vendure/testing';
import assert from 'node:assert/strict';
import { Payments, type PaymentOrder } from 'tillbridge';
import { startSandbox, type RunningSandbox, type Sandbox } from 'tillbridge/sandbox';
import type { DataSource } from 'typeorm';
import type { TillbridgePluginOptions } from '../../src';
import { filledDatabase, type Engine } from './databases';
import { eventually } from './eventually';
import { MovedClock } from './moved-clock';
import { GROUPS, shopConfig } from './shop-config';
import { ShopLog } from './shop-log';

const DUE_EVERY_MS = 40;

/** A Vendure server with the plugin, and the payment service that it works with. */
export class TestShop {
  private constructor(
    private readonly config: Required<VendureConfig>,
    private readonly server: TestServer,
    private readonly running: RunningSandbox,
    private readonly timer: NodeJS.Timeout,
    readonly log: ShopLog,
    /** Signed in as the superadmin. */
    readonly admin: SimpleGraphQLClient,
  ) {}

  /** Starts both, on a database of their own. @param plugins - beside this one; their tables are made */
  static async start(
    engine: Engine,
    options: Partial<TillbridgePluginOptions> = {},
    plugins: VendureConfig['plugins'] = [],
  ): Promise<TestShop> {
    const clock = new MovedClock();
    const running = await startSandbox({ terminalGroups: [...GROUPS], clock });
    // A sandbox with a clock of its owner's waits for it; tests need not.
    const timer = setInterval(() => void running.sandbox.runDue(), DUE_EVERY_MS);
    const database = { ...(await filledDatabase(engine)), synchronize: plugins.length > 0 };
    const log = new ShopLog();
    const config = await shopConfig({
      database,
      serviceUrl: running.url,
      options: { clock, ...options },
      config: { logger: log, plugins },
    });
    const { server, adminClient } = createTestEnvironment(config);
    await server.bootstrap();
    await adminClient.asSuperAdmin();
    return new TestShop(config, server, running, timer, log, adminClient);
  }

  /** The payment service. */
  get sandbox(): Sandbox {
    return this.running.sandbox;
  }

  /** Where it is. */
  get serviceUrl(): string {
    return this.running.url;
  }

  get app(): INestApplication {
    return this.server.app;
  }

  /** The server's address. */
  get url(): string {
    return `http://localhost:${this.config.apiOptions.port}`;
  }

  /** The database, past Vendure. */
  get dataSource(): DataSource {
    return this.get(TransactionalConnection).rawConnection;
  }

  /** A provider of the server. */
  get<T>(token: Type<T>): T {
    return this.app.get(token, { strict: false });
  }

  /** A storefront with a session of its own. @param query - of its address, such as `?currencyCode=USD` */
  storefront(query = ''): SimpleGraphQLClient {
    return new SimpleGraphQLClient(this.config, `${this.url}/${this.config.apiOptions.shopApiPath}${query}`);
  }

  /** The Admin API, with no one signed in. */
  office(): SimpleGraphQLClient {
    return new SimpleGraphQLClient(this.config, `${this.url}/${this.config.apiOptions.adminApiPath}`);
  }

  /** What the module knows of an order. */
  async moduleOrder(orderId: string, group = 'web'): Promise<PaymentOrder> {
    const order = await this.get(Payments).orders.find(orderId, { group });
    if (order === null) throw new Error(`the module knows no order ${orderId}`);
    return order;
  }

  /** Waits until so much can be given back of an order: a refund that failed is known a moment before its money is. */
  async refundable(orderId: string, amount: number, group = 'web'): Promise<void> {
    const { refunds } = this.get(Payments);
    await eventually(
      () => refunds.remaining(orderId, { group }),
      (left) => left.amount === amount,
    );
  }

  /** Takes Vendure's row of a refund away. */
  async forgetRefund(id: string): Promise<void> {
    await this.dataSource.getRepository(Refund).delete(id.replace('T_', ''));
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.server.destroy();
    await this.running.close();
    // What a handler writes outside of its transaction stays when that is rolled back.
    assert.deepEqual(
      this.log.warnings.filter((warning) => warning.includes('without the EntityManager')),
      [],
    );
  }
}
