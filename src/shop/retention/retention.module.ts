import { Module } from '@nestjs/common';
import { WorkerRegistry } from '../workers/index.js';
import { Erasure } from './erasure.js';
import { TillbridgeRetention } from './tillbridge-retention.js';
import { RetentionWork } from './retention-work.js';

/** Erases personal data whose time is up, and deletes rows that nothing needs any more. */
@Module({ providers: [Erasure, RetentionWork, TillbridgeRetention], exports: [Erasure, TillbridgeRetention] })
export class RetentionModule {
  constructor(registry: WorkerRegistry, work: RetentionWork) {
    registry.add(
      'retention',
      registry.periodic('retention', (signal) => work.runIfDue(signal)),
    );
  }
}
