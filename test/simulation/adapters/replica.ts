import { Logger, Module, type INestApplication, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { TypeOrmModule } from '@nestjs/typeorm';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DataSource } from 'typeorm';
import { Payments, TillbridgeModule, type TillbridgeOptions } from '../../../src/index.js';
import { ClientTransport, ServiceCaller } from '../../../src/shop/client/index.js';
import { GroupRenames } from '../../../src/shop/admin/index.js';
import { EffectsDispatcher, HandOver, type OutboxEntity } from '../../../src/shop/effects/index.js';
import { OwnEffects } from '../../../src/shop/effects/outbox/own-effects.js';
import { ProcessRegistry } from '../../../src/shop/diagnostics/index.js';
import { InboxWorker, type NotificationEntity } from '../../../src/shop/notifications/index.js';
import { OwnNotifications } from '../../../src/shop/notifications/inbox/own-notifications.js';
import { Poller } from '../../../src/shop/polling/index.js';
import { RefundSendWorker, RefundStatusWorker } from '../../../src/shop/refunds/index.js';
import { ThrottledLogger } from '../../../src/shop/core/index.js';
import { RowWorker, type KeptPlaces, type RowHandler } from '../../../src/shop/workers/index.js';
import { Bookkeeping } from './bookkeeping.js';

/** The kinds of work that a replica does by itself. */
export type Duty = 'inbox' | 'effects' | 'polls' | 'watch' | 'lane';

/** Every kind of work. */
export const DUTIES: readonly Duty[] = ['inbox', 'effects', 'polls', 'watch', 'lane'];

/** Rows that a replica has committed as its own; worked on with whatever it does next, unless it is gone by then. */
class OwnRowsHere<Row> {
  private readonly waiting: Row[] = [];
  private lost = 0;

  constructor(private readonly handler: RowHandler<Row>) {}

  keepPlaces(count: number): KeptPlaces<Row> {
    const lease = this.handler.rows.own?.next() ?? null;
    return { count, lease, take: (rows) => void this.waiting.push(...rows), drop: () => undefined };
  }

  /** As many of those to come are never begun: their leases have to run out. */
  lose(count: number): void {
    this.lost += count;
  }

  async run(): Promise<void> {
    for (let row = this.waiting.shift(); row; row = this.waiting.shift()) {
      if (this.lost > 0) this.lost -= 1;
      else await this.perform(row);
    }
  }

  private async perform(row: Row): Promise<void> {
    const { rows } = this.handler;
    try {
      if ((await rows.renew(row)) === true) await this.handler.perform(row);
    } catch {
      rows.unrecorded([row]);
    }
  }
}

const silent = new ThrottledLogger(new Logger());

function shopModule(dataSource: DataSource, options: TillbridgeOptions): Type {
  @Module({
    imports: [
      TypeOrmModule.forRootAsync({
        useFactory: () => ({ ...dataSource.options, retryAttempts: 0 }),
        // Every replica of a process shares its one connection, as SQLite has it.
        dataSourceFactory: async () => dataSource,
      }),
      TillbridgeModule.forRoot(options),
    ],
    providers: [Bookkeeping],
  })
  class ShopModule {}
  return ShopModule;
}

/** One application with the module in it: what it keeps in memory is its own, the database is everyone's. */
export class Replica {
  readonly #works: Readonly<Record<Duty, () => Promise<unknown>>>;
  readonly #ownEffects: OwnRowsHere<OutboxEntity>;
  readonly #ownNotifications: OwnRowsHere<NotificationEntity>;
  #port = 0;

  private constructor(
    readonly name: string,
    private readonly app: INestApplication,
  ) {
    const loopOf = <Row>(work: RowHandler<Row>) => {
      const loop = new RowWorker(work, silent);
      return () => loop.drain();
    };
    const [poller, effects, inbox] = [app.get(Poller), app.get(EffectsDispatcher), app.get(InboxWorker)];
    this.#ownEffects = new OwnRowsHere(effects);
    app.get(OwnEffects).connect({ worker: this.#ownEffects, handing: app.get(HandOver) });
    this.#ownNotifications = new OwnRowsHere(inbox);
    app.get(OwnNotifications).connect(this.#ownNotifications);
    this.#works = {
      inbox: loopOf(inbox),
      effects: loopOf(effects),
      polls: () => poller.tick(),
      watch: loopOf(app.get(RefundStatusWorker)),
      lane: loopOf(app.get(RefundSendWorker)),
    };
  }

  /** Makes one on a DataSource that is open; it does not listen yet. */
  static async prepare(name: string, dataSource: DataSource, options: TillbridgeOptions): Promise<Replica> {
    const app = await NestFactory.create(shopModule(dataSource, options), new ExpressAdapter(), {
      rawBody: true,
      logger: false,
      abortOnError: false,
      forceCloseConnections: true,
    });
    await app.init();
    // Its beat goes by the real clock: a schedule that meets one could never be played again.
    await app.get(ProcessRegistry).beforeApplicationShutdown();
    return new Replica(name, app);
  }

  /** @param port - where it listens; absent: anywhere */
  async listen(port = 0): Promise<void> {
    await this.app.listen(port, '127.0.0.1');
    this.#port = (this.app.getHttpServer().address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get payments(): Payments {
    return this.app.get(Payments);
  }

  /** The part of the module that makes every call to the service. */
  get caller(): ServiceCaller {
    return this.app.get(ServiceCaller);
  }

  /** What every call leaves by. */
  get transport(): ClientTransport {
    return this.app.get(ClientTransport);
  }

  get renames(): GroupRenames {
    return this.app.get(GroupRenames);
  }

  /** A part of the module; for a defect. */
  part<T>(type: Type<T> | string): T {
    return this.app.get(type);
  }

  get bookkeeping(): Bookkeeping {
    return this.app.get(Bookkeeping);
  }

  /** Works off what is due of one kind. */
  async work(duty: Duty): Promise<void> {
    await this.#works[duty]();
    await this.#ownNotifications.run();
    await this.#ownEffects.run();
  }

  /** Takes work and is gone: its leases have to run out. Slots of lanes are not taken. */
  async vanish(duty: Exclude<Duty, 'lane' | 'polls'>): Promise<void> {
    const claims = {
      inbox: () => this.app.get(InboxWorker).rows.claim(5),
      watch: () => this.app.get(RefundStatusWorker).rows.claim(5),
      effects: () => this.app.get(EffectsDispatcher).rows.claim(5),
    };
    if (duty === 'effects') this.#ownEffects.lose(5);
    if (duty === 'inbox') this.#ownNotifications.lose(5);
    await claims[duty]();
  }

  /** Ends it as a kill does: what it kept in memory is gone, and nothing of it is put in order before. */
  async kill(): Promise<void> {
    const server: Server = this.app.getHttpServer();
    // The application itself is not closed: it would take the DataSource with it, which belongs to all of them.
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
