export * from './retry-plan.js';
export * from './work-loop.js';
