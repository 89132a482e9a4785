export { WorkersModule } from './workers.module.js';
export { WorkerRegistry } from './worker-registry.js';
export { BatchSize } from './batch-size.js';
export { LeasedRows } from './leased-rows.js';
export { afterFailure, isSpent, mayHaveCrashed, MOST_SILENT_ENDS, RETRY_PLAN } from './retry-plan.js';
export { WORK_LEASE_MS } from './work-lease.js';
export { type BatchWork, type RowHandler, RowWorker } from './row-worker.js';
