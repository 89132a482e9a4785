import { Module } from '@nestjs/common';
import { ExternalRefundsService } from './matching/external-refunds.service.js';
import { RefundStateService } from './refund-state.service.js';
import { RefundObserver } from './matching/refund-observer.js';

/** The records of refunds, updated by observed orders. Stands below the orders. */
@Module({
  providers: [ExternalRefundsService, RefundStateService, RefundObserver],
  exports: [RefundStateService, RefundObserver],
})
export class RefundRecordsModule {}
