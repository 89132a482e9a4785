import { Module } from '@nestjs/common';
import { WorkerRegistry } from './worker-registry.js';

/** Where features register their background work. */
@Module({ providers: [WorkerRegistry], exports: [WorkerRegistry] })
export class WorkersModule {}
