import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EffectsService } from './effects.service.js';
import { HandlerCalls } from './handler-calls.js';
import { HandlersRegistry } from './handlers.registry.js';
import { EffectsDispatcher } from './outbox/dispatcher.service.js';
import { TillbridgeEffects } from './outbox/failed-effects.service.js';

/** The shop's handlers (`@OnPayment`, `@OnRefund`): found, called, and sent from the outbox. */
@Module({
  imports: [DiscoveryModule],
  providers: [EffectsDispatcher, EffectsService, HandlerCalls, HandlersRegistry, TillbridgeEffects],
  exports: [EffectsDispatcher, EffectsService, TillbridgeEffects],
})
export class EffectsModule {}
