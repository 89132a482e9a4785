import { Module } from '@nestjs/common';
import { PAYMENTS, TOOLBOX } from '../core/index.js';
import { GroupAccounts } from './group-accounts.js';
import { PaymentOrders } from './payment-orders.js';
import { Payments } from './payments.js';
import { CliContext } from './cli-context.js';

/** What a shop works with: {@link Payments}. */
@Module({
  providers: [
    { provide: PAYMENTS, useExisting: Payments },
    { provide: TOOLBOX, useClass: CliContext },
    GroupAccounts,
    PaymentOrders,
    Payments,
  ],
  exports: [PAYMENTS, TOOLBOX, Payments],
})
export class PaymentsModule {}
