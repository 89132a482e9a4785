import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { TillbridgeExceptionFilter } from 'tillbridge';
import { TillbridgeHealthModule } from 'tillbridge/health';
import { CheckoutController } from './checkout.controller.js';
import { HealthController } from './health.controller.js';
import { ShopModule } from './shop.module.js';
import { StaffController } from './staff.controller.js';
import { StaffGuard } from './staff.guard.js';

@Module({
  imports: [ShopModule.for('web'), TerminusModule, TillbridgeHealthModule],
  controllers: [CheckoutController, HealthController, StaffController],
  providers: [
    { provide: APP_GUARD, useClass: StaffGuard },
    { provide: APP_FILTER, useClass: TillbridgeExceptionFilter },
  ],
})
export class WebModule {}
