import { isDeepStrictEqual } from 'node:util';
import type { Provider } from '@nestjs/common';
import { Money, type CreateOrderInput, type GroupTick, type TerminalGroupOptions } from 'tillbridge';
import type { SandboxOptions } from '../../../src/sandbox/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { PollRequests } from '../../../src/shop/polling/index.js';
import type { TestEngineName } from '../../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { ListStage } from './list-stage.js';

/** What a test wants of its shop; everything else is as usual. */
export interface PollStageInput {
  readonly engine?: TestEngineName;
  readonly workers?: 'inline' | 'off';
  readonly providers?: Provider[];
  readonly group?: Partial<TerminalGroupOptions>;
  /** How the sandbox behaves, for good. */
  readonly forms?: Partial<SandboxOptions>;
}

/** A shop and the sandbox, which never tells it anything, on one clock that stands still. */
export class PollStage {
  private constructor(
    readonly service: ListStage,
    readonly shop: ShopHost,
  ) {}

  static async start({ engine = 'sqlite', workers = 'off', providers = [], group = {}, forms }: PollStageInput = {}) {
    const service = await ListStage.start(forms);
    const [web] = shopOptions().terminalGroups;
    const calls = { callsPerSecond: 1_000, burst: 10_000, maxWaiting: 1_000 };
    const terminalGroups = [{ ...web!, baseUrl: service.url, calls, ...group }];
    const shop = await startShop({ engine, providers, options: { workers, clock: service.clock, terminalGroups } });
    return new PollStage(service, shop);
  }

  get clock() {
    return this.service.clock;
  }

  get sandbox() {
    return this.service.sandbox;
  }

  get payments() {
    return this.shop.payments;
  }

  /** The shop creates an order of 12.50 and hears nothing of it any more. */
  create(orderId: string, change: Partial<CreateOrderInput> = {}) {
    const about = { amount: Money.of('12.50', 'EUR'), description: 'Two mugs', redirectUrl: 'http://localhost:3000/' };
    return this.payments.group('web').orders.create({ orderId, ...about, ...change });
  }

  /** Works off what is due after so many milliseconds. */
  async tickAfter(ms: number): Promise<GroupTick> {
    this.clock.advance(ms);
    return this.tick();
  }

  async tick(): Promise<GroupTick> {
    const { groups } = await this.payments.polling.tick('web');
    return groups[0]!;
  }

  /** Takes every poll that comes, until the shop knows what is expected or nothing is due any more. */
  async pollUntil(orderId: string, expected: Record<string, unknown> | null): Promise<number> {
    for (let ticks = 0; ; ticks += 1) {
      const order = { ...(await this.payments.orders.find(orderId)) } as Record<string, unknown>;
      const isThere = Object.entries(expected ?? {}).every(([name, value]) => isDeepStrictEqual(order[name], value));
      if (expected && isThere) return ticks;
      const [status] = await this.payments.polling.status('web');
      if (!status || status.nextDueAt === null) {
        if (expected === null) return ticks;
        throw new Error(`nothing is looked at any more, and the order is ${JSON.stringify(order)}`);
      }
      this.clock.set(Math.max(status.nextDueAt, this.clock.now()));
      await this.tick();
    }
  }

  row(serviceOrderId: string): Promise<PollEntity> {
    return this.shop.dataSource.manager.findOneByOrFail(PollEntity, { group: 'web', serviceOrderId });
  }

  /** As a notification by GET does. */
  ask(serviceOrderId: string): Promise<boolean> {
    return this.shop.app.get(PollRequests).bringForward('web', serviceOrderId);
  }

  async close(): Promise<void> {
    await this.shop.close();
    await this.service.close();
  }
}
