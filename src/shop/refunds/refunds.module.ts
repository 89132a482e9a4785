import { Module } from '@nestjs/common';
import { WorkerRegistry } from '../workers/index.js';
import { RefundBatches } from './batches/refund-batches.service.js';
import { RefundBatchJudge } from './batches/refund-batch-judge.service.js';
import { RefundBatchQueue } from './batches/refund-batch-queue.service.js';
import { RefundBatchViews } from './batches/refund-batch-views.service.js';
import { RefundDesk } from './refund-desk.service.js';
import { RefundIntake } from './refund-intake.service.js';
import { RefundsRepository } from './refunds.repository.js';
import { RefundsService } from './refunds.service.js';
import { LaneWorker } from './sending/lane.worker.js';
import { Lanes } from './sending/lanes.service.js';
import { RefundSender } from './sending/refund-sender.service.js';
import { RefundWatchWorker } from './sending/refund-watch.worker.js';

/** Refunds: asked for, sent one at a time for each terminal group, and read until their fate is known. */
@Module({
  providers: [
    Lanes,
    LaneWorker,
    RefundBatches,
    RefundBatchJudge,
    RefundBatchQueue,
    RefundBatchViews,
    RefundDesk,
    RefundIntake,
    RefundSender,
    RefundsRepository,
    RefundsService,
    RefundWatchWorker,
  ],
  exports: [RefundsService],
})
export class RefundsModule {
  constructor(registry: WorkerRegistry, status: RefundWatchWorker, lanes: LaneWorker) {
    registry.addLoop('refund-status', status);
    const loop = registry.addLoop('refund-sending', lanes);
    lanes.whenDue(() => loop.kick());
  }
}
