export * from './batch-size.js';
export * from './ends-within.js';
export * from './failure-texts.js';
export * from './leased-rows.js';
export * from './retry-plan.js';
export * from './throttled-logger.js';
export * from './work-loop.js';
export * from './work-lease.js';
