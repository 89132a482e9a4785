import { Injectable, Module, type INestApplication, type Provider, type Type } from '@nestjs/common';
import { NestFactory, type AbstractHttpAdapter } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { AddressInfo } from 'node:net';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import {
  Money,
  OnPayment,
  Payments,
  TillbridgeModule,
  TillbridgeWorkers,
  type PaymentEvent,
  type TillbridgeExtras,
  type TillbridgeOptions,
} from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { signedNotification, type SignedNotificationInput } from 'tillbridge/testing';
import { AttemptEntity, PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { canaryKey } from './canary.js';
import { createTestDatabase, type TestDatabase, type TestEngineName } from './engines.js';
import { LogCapture } from './log-capture.js';
import { createMigratedDatabase } from './migrated-database.js';
import { OverlappingStatements } from './overlapping-statements.js';
import { SilentConnections } from './silent-connections.js';

/** The settings of a test's shop; the defaults are those of a plain host. */
export interface ShopHostInput {
  engine?: TestEngineName;
  /** An existing database, which is not dropped at the end. */
  database?: TestDatabase;
  platform?: 'express' | 'fastify';
  /** The options of Fastify. */
  fastify?: ConstructorParameters<typeof FastifyAdapter>[0];
  rawBody?: boolean;
  bodyParser?: boolean;
  options?: Partial<TillbridgeOptions>;
  extras?: TillbridgeExtras;
  providers?: Provider[];
  /** Tables of the host, besides those of the package. */
  entities?: Type[];
  imports?: NonNullable<Parameters<typeof Module>[0]['imports']>;
  /** Runs before the application starts: global prefix, pipes, interceptors… */
  configure?: (app: INestApplication) => void;
  path?: string;
  /** Its port; default: any free one. */
  port?: number;
  /** The package's migrations that run at the start, in this order; default all. Empty: the database does not change. */
  migrations?: readonly (typeof tillbridgeMigrations)[number][];
  /** The host itself does not await its statements, so statements of a transaction may overlap. */
  overlaps?: boolean;
}

/** A call of a handler, as the tests count it. */
export interface SeenEffect {
  readonly phase: 'transaction' | 'commit';
  readonly event: PaymentEvent;
}

/** Handlers that record their calls, in memory; if they wrote, that would need a table of the host. */
@Injectable()
export class RecordingHandlers {
  readonly seen: SeenEffect[] = [];

  @OnPayment([
    'initialized',
    'completed',
    'declined',
    'cancelled',
    'amount_mismatch',
    'paid_after_cancel',
    'paid_twice',
  ])
  inTransaction(event: PaymentEvent, tx: EntityManager): void {
    if (!tx.queryRunner?.isTransactionActive) throw new Error('not inside a transaction');
    this.seen.push({ phase: 'transaction', event });
  }

  @OnPayment(['completed', 'declined', 'cancelled'], { after: 'commit' })
  afterCommit(event: PaymentEvent): void {
    this.seen.push({ phase: 'commit', event });
  }

  /** How many times one effect ran for one kind of event. */
  count(phase: SeenEffect['phase'], kind: string): number {
    return this.seen.filter((effect) => effect.phase === phase && effect.event.kind === kind).length;
  }
}

/** The tables of orders, without those of refunds. */
const ORDER_TABLES = [
  'outbox',
  'effect',
  'transition',
  'observation',
  'notification_part',
  'notification',
  'poll',
  'attempt',
  'order',
];

/** A running shop with the module, on its own database. */
export class ShopHost {
  readonly key = canaryKey('web');

  constructor(
    readonly app: INestApplication,
    readonly url: string,
    readonly logs: LogCapture,
    readonly database: TestDatabase,
    private readonly ownsDatabase: boolean,
    private readonly silent: SilentConnections,
    /** Path of the notification route, without the group. */
    readonly path: string,
    private readonly overlapping: OverlappingStatements | null,
  ) {}

  get payments(): Payments {
    return this.app.get(Payments);
  }

  get handlers(): RecordingHandlers {
    return this.app.get(RecordingHandlers);
  }

  get dataSource(): DataSource {
    return this.app.get(DataSource);
  }

  /** Processes the inbox and the outbox. */
  drain(): Promise<void> {
    return this.app.get(TillbridgeWorkers).drain();
  }

  /** Adds an order as if the service had accepted it. Amount in minor units of EUR. */
  async addOrder(orderId: string, amount = 1250, group = 'web', now = Date.now()): Promise<void> {
    const money = Money.ofMinor(amount, 'EUR');
    const facts = { group, orderId, amount: money.amount, currency: money.currency };
    const times = { createdAt: now, updatedAt: now };
    await this.dataSource.manager.insert(PaymentOrderEntity, {
      ...facts,
      ...times,
      mode: 'sandbox',
      description: 'Two mugs',
      amountRefunded: 0,
      version: 0,
    });
    await this.dataSource.manager.insert(AttemptEntity, {
      ...facts,
      ...times,
      serviceOrderId: orderId,
      number: 1,
      createState: 'created',
      requestFingerprint: '',
    });
  }

  /** Sends a notification as the service would; by default correctly signed and in time. */
  notify(
    input: Partial<SignedNotificationInput> & Pick<SignedNotificationInput, 'orderId' | 'body'>,
  ): Promise<Response> {
    const { search, headers, body } = signedNotification({ key: this.key, at: Date.now(), ...input });
    return this.post(search, headers, body);
  }

  /** Posts anything to the notification route. */
  post(search: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>): Promise<Response> {
    return fetch(`${this.url}${this.path}/web${search}`, { method: 'POST', headers, body });
  }

  /** Rows of a table. */
  async count(table: string): Promise<number> {
    const [row] = (await this.dataSource.query(`SELECT COUNT(*) AS n FROM ${table}`)) as { n: number | string }[];
    return Number(row!.n);
  }

  /** Deletes all orders and recorded calls, for the next test of a shop without running workers. */
  async forget(): Promise<void> {
    for (const table of ORDER_TABLES) await this.dataSource.query(`DELETE FROM tillbridge_${table}`);
    this.logs.assertNoSecret();
    this.logs.lines.length = 0;
    this.handlers.seen.length = 0;
  }

  /** Stops the application; searches its logs and rows for the canary key. */
  async close(): Promise<void> {
    this.silent.cut();
    await this.app.close();
    if (this.ownsDatabase) await this.database.drop();
    this.logs.assertNoSecret();
    this.overlapping?.assertNone();
  }
}

/** Options of a shop with one terminal group; by default nothing listens at the address of its service. */
export const shopOptions = (options: Partial<TillbridgeOptions> = {}): TillbridgeOptions => ({
  terminalGroups: [
    {
      name: 'web',
      mode: 'sandbox',
      apiKeys: [canaryKey('web')],
      baseUrl: 'http://127.0.0.1:9',
      notificationUrl: 'http://localhost:9/payments/notifications/web',
    },
  ],
  ...options,
});

function appModule(input: ShopHostInput, database: DataSourceOptions): Type {
  @Module({
    imports: [
      TypeOrmModule.forRoot({
        ...database,
        entities: [...tillbridgeEntities, ...(input.entities ?? [])],
        migrations: [...(input.migrations ?? tillbridgeMigrations)],
        migrationsRun: true,
        retryAttempts: 0,
      }),
      TillbridgeModule.forRoot({ ...shopOptions(input.options), ...input.extras }),
      ...(input.imports ?? []),
    ],
    providers: [RecordingHandlers, ...(input.providers ?? [])],
  })
  class AppModule {}
  return AppModule;
}

/** Fastify is loaded only if it is used: it is a tenth of what a spec with a shop loads. */
async function adapterFor({ platform, fastify }: ShopHostInput): Promise<AbstractHttpAdapter> {
  if (platform !== 'fastify') return new ExpressAdapter();
  const { FastifyAdapter: Adapter } = await import('@nestjs/platform-fastify');
  return new Adapter(fastify);
}

async function createApp(input: ShopHostInput, database: TestDatabase, logger: LogCapture): Promise<INestApplication> {
  const app = await NestFactory.create(appModule(input, database.options), await adapterFor(input), {
    rawBody: input.rawBody ?? true,
    ...(input.bodyParser === undefined ? {} : { bodyParser: input.bodyParser }),
    logger,
    abortOnError: false,
  });
  input.configure?.(app);
  return app;
}

/** Starts a shop. Always close it, because it owns a database. */
export async function startShop(input: ShopHostInput = {}): Promise<ShopHost> {
  const logs = new LogCapture();
  const create = input.migrations ? createTestDatabase : createMigratedDatabase;
  const database = input.database ?? (await create(input.engine ?? 'sqlite'));
  let app: INestApplication | undefined;
  let silent: SilentConnections;
  let overlapping: OverlappingStatements | null;
  try {
    app = await createApp(input, database, logs);
    overlapping = input.overlaps ? null : new OverlappingStatements(app.get(DataSource));
    silent = new SilentConnections(app.getHttpServer());
    await app.listen(input.port ?? 0, '127.0.0.1');
  } catch (error) {
    await app?.close().catch(() => undefined);
    if (!input.database) await database.drop();
    logs.assertNoSecret();
    throw error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  const path = input.path ?? '/payments/notifications';
  return new ShopHost(app, `http://127.0.0.1:${port}`, logs, database, !input.database, silent, path, overlapping);
}
