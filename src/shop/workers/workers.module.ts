import { Module } from '@nestjs/common';
import { Doorbell } from './doorbell.js';
import { WorkerRegistry } from './worker-registry.js';

/** Where features register their background work. */
@Module({ providers: [Doorbell, WorkerRegistry], exports: [WorkerRegistry] })
export class WorkersModule {}
