import { Module } from '@nestjs/common';
import { WorkerRegistry } from '../workers/index.js';
import { Erasure } from './erasure.js';
import { TillbridgeRetention } from './tillbridge-retention.js';
import { RetentionWork } from './retention-work.js';

/** Erases personal data that is due, and deletes rows that are no longer needed. */
@Module({ providers: [Erasure, RetentionWork, TillbridgeRetention], exports: [Erasure, TillbridgeRetention] })
export class RetentionModule {
  constructor(registry: WorkerRegistry, work: RetentionWork) {
    registry.add(
      'retention',
      registry.periodic('retention', (signal) => work.runIfDue(signal)),
    );
  }
}
