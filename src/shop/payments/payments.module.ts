import { Module } from '@nestjs/common';
import { PAYMENTS, TOOLBOX } from '../core/index.js';
import { GroupAccounts } from './group-account.js';
import { PaymentOrders } from './payment-orders.js';
import { Payments } from './payments.service.js';
import { Toolbox } from './toolbox.service.js';

/** What a shop works with: {@link Payments}. */
@Module({
  providers: [
    { provide: PAYMENTS, useExisting: Payments },
    { provide: TOOLBOX, useClass: Toolbox },
    GroupAccounts,
    PaymentOrders,
    Payments,
  ],
  exports: [PAYMENTS, TOOLBOX, Payments],
})
export class PaymentsModule {}
