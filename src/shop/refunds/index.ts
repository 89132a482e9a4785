export * from './refund-batch.entity.js';
export { ElsewhereBook } from './elsewhere-book.service.js';
export * from './refund-book.service.js';
export * from './refund-evidence.entity.js';
export * from './refund-follower.service.js';
export * from './refund-lane.entity.js';
export * from './refund-watch.entity.js';
export { RefundWatchWorker } from './refund-watch.worker.js';
export * from './refund.entity.js';
