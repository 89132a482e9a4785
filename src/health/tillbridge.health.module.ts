import { Inject, Module } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { needTillbridge } from '../shop/core/index.js';
import { TillbridgeHealthIndicator } from './tillbridge.health-indicator.js';

/**
 * Provides {@link TillbridgeHealthIndicator}. Import it in the module of the host's health controller;
 * `TillbridgeModule` may be imported anywhere in the application.
 *
 * @example
 * ```ts
 * import { Module } from '@nestjs/common';
 * import { TerminusModule } from '@nestjs/terminus';
 * import { TillbridgeHealthModule } from 'tillbridge/health';
 *
 * @Module({ imports: [TerminusModule, TillbridgeHealthModule] })
 * class HealthModule {}
 * ```
 */
@Module({ imports: [TerminusModule], providers: [TillbridgeHealthIndicator], exports: [TillbridgeHealthIndicator] })
export class TillbridgeHealthModule {
  /** @throws PaymentError `MODULE_MISSING` in an application without `TillbridgeModule` */
  constructor(@Inject(ModuleRef) modules: ModuleRef) {
    needTillbridge(modules, 'TillbridgeHealthModule');
  }
}
