import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { WorkerRegistry } from '../workers/index.js';
import { EffectsService } from './effects.service.js';
import { HandlerInvoker } from './handler-invoker.js';
import { HandlerExplorer } from './handler-explorer.js';
import { HostTransactionPort } from './host-transaction.port.js';
import { EffectsDispatcher } from './outbox/effects-dispatcher.js';
import { HandOver } from './outbox/hand-over.js';
import { OwnEffects } from './outbox/own-effects.js';
import { PreparedEffects } from './outbox/prepared-effects.js';
import { TillbridgeEffects } from './outbox/tillbridge-effects.js';
import { OutsideWriteWarnings } from './outside-write-warnings.js';

/** The shop's handlers (`@OnPayment`, `@OnRefund`): found, called, and run from the outbox. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    EffectsDispatcher,
    EffectsService,
    HandOver,
    HandlerInvoker,
    HandlerExplorer,
    HostTransactionPort,
    OutsideWriteWarnings,
    OwnEffects,
    PreparedEffects,
    TillbridgeEffects,
  ],
  exports: [EffectsDispatcher, EffectsService, HandlerExplorer, HandOver, PreparedEffects, TillbridgeEffects],
})
export class EffectsModule {
  constructor(workers: WorkerRegistry, dispatcher: EffectsDispatcher, own: OwnEffects, handing: HandOver) {
    own.connect({ worker: workers.addRows('effects', dispatcher), handing });
  }
}
