import { Module } from '@nestjs/common';
import { WorkerRegistry } from '../workers/index.js';
import { RefundBatches } from './batches/refund-batches.js';
import { RefundBatchValidator } from './batches/refund-batch-validator.js';
import { RefundBatchWriter } from './batches/refund-batch-writer.js';
import { RefundBatchPresenter } from './batches/refund-batch-presenter.js';
import { StoppedBatches } from './batches/stopped-batches.js';
import { RefundAdminService } from './refund-admin.service.js';
import { RefundRequestService } from './refund-request.service.js';
import { RefundsRepository } from './refunds.repository.js';
import { RefundsService } from './refunds.service.js';
import { RefundSendWorker } from './sending/refund-send.worker.js';
import { RefundLanesService } from './sending/refund-lanes.service.js';
import { RefundSender } from './sending/refund-sender.js';
import { RefundStatusWorker } from './sending/refund-status.worker.js';

/** Refunds: requested, sent one at a time for each terminal group, and read until their outcome is known. */
@Module({
  providers: [
    RefundLanesService,
    RefundSendWorker,
    RefundBatches,
    RefundBatchValidator,
    RefundBatchWriter,
    RefundBatchPresenter,
    RefundAdminService,
    RefundRequestService,
    RefundSender,
    RefundsRepository,
    RefundsService,
    RefundStatusWorker,
    StoppedBatches,
  ],
  exports: [RefundsService],
})
export class RefundsModule {
  constructor(workers: WorkerRegistry, status: RefundStatusWorker, lanes: RefundSendWorker) {
    workers.addRows('refund-status', status);
    workers.addRows('refund-sending', lanes);
  }
}
