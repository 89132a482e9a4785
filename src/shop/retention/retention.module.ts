import { Inject, Module } from '@nestjs/common';
import type { Clock } from '../../support/index.js';
import { CLOCK } from '../core/index.js';
import { Hourly, WorkerRegistry } from '../workers/index.js';
import { Erasure } from './erasure.js';
import { TillbridgeRetention } from './tillbridge-retention.js';

/**
 * Erases personal data that is due, and deletes rows that are no longer needed. Several processes may do so at the same time:
 * none waits for another.
 */
@Module({ providers: [Erasure, TillbridgeRetention], exports: [Erasure, TillbridgeRetention] })
export class RetentionModule {
  constructor(registry: WorkerRegistry, retention: TillbridgeRetention, @Inject(CLOCK) clock: Clock) {
    const hourly = new Hourly(clock);
    const work = async (signal: AbortSignal): Promise<void> => {
      if (hourly.begin()) await retention.run({ signal });
    };
    registry.add('retention', registry.periodic('retention', work));
  }
}
