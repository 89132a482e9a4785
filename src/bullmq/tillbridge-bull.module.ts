import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { Inject, Module, type DynamicModule } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { needTillbridge } from '../shop/core/index.js';
import { BullEffectTransport } from './bull-effect-transport.js';
import { BullEffectWorkers } from './bull-effect-workers.js';
import { BULL_SETTINGS } from './bull-settings.token.js';
import { toBullSettings, type TillbridgeBullOptions } from './tillbridge-bull.options.js';

/**
 * Runs effects after the commit in queues of BullMQ. The database stays the truth: what Redis loses is handed over
 * again within a minute, and while Redis is unavailable the processes of the shop run the effects themselves. Import it
 * next to `TillbridgeModule`, in every process of the shop; it uses the Redis of `BullModule.forRoot`.
 *
 * @example
 * ```ts
 * import { BullModule } from '@nestjs/bullmq';
 * import { Module } from '@nestjs/common';
 * import { TillbridgeModule } from 'tillbridge';
 * import { TillbridgeBullModule } from 'tillbridge/bullmq';
 *
 * @Module({
 *   imports: [
 *     BullModule.forRoot({ connection: { url: process.env['REDIS_URL'] } }),
 *     TillbridgeModule.forRoot({ terminalGroups: [] }),
 *     TillbridgeBullModule.forRoot({ queues: [{ name: 'payment-effects', concurrency: 10 }] }),
 *   ],
 * })
 * class ShopModule {}
 * ```
 */
@Module({})
export class TillbridgeBullModule {
  /** @throws PaymentError `MODULE_MISSING` in an application without `TillbridgeModule` */
  constructor(@Inject(ModuleRef) modules: ModuleRef) {
    needTillbridge(modules, 'TillbridgeBullModule');
  }

  /**
   * @param options - which effects, in which queues
   * @throws PaymentError `OPTIONS_INVALID` listing every fault
   */
  static forRoot(options: TillbridgeBullOptions = {}): DynamicModule {
    const settings = toBullSettings(options);
    const queues = settings.queues.map(({ name, configKey }) => ({ name, ...(configKey && { configKey }) }));
    const registered = BullModule.registerQueue(...queues);
    return {
      module: TillbridgeBullModule,
      imports: [registered],
      providers: [
        { provide: BULL_SETTINGS, useValue: settings },
        {
          provide: BullEffectTransport,
          inject: [ModuleRef, ...settings.queues.map(({ name }) => getQueueToken(name))],
          useFactory: (modules: ModuleRef, ...made: Queue[]) => new BullEffectTransport(settings, made, modules),
        },
        BullEffectWorkers,
      ],
      exports: [registered],
    };
  }
}
