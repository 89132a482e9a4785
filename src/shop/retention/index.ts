export { Erasure, isAtRest } from './erasure.service.js';
export * from './retention.service.js';
export * from './retention.work.js';
