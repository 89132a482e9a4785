import { Module } from '@nestjs/common';
import { PAYMENTS, CLI_CONTEXT } from '../core/index.js';
import { AccountBindingService } from './account-binding.service.js';
import { GroupBindingService } from './group-binding.service.js';
import { PaymentOrders } from './payment-orders.js';
import { Payments } from './payments.js';
import { CliContext } from './cli-context.js';

/** Provides {@link Payments}, the shop's entry to the package. */
@Module({
  providers: [
    { provide: PAYMENTS, useExisting: Payments },
    { provide: CLI_CONTEXT, useClass: CliContext },
    AccountBindingService,
    GroupBindingService,
    PaymentOrders,
    Payments,
  ],
  exports: [PAYMENTS, CLI_CONTEXT, Payments],
})
export class PaymentsModule {}
