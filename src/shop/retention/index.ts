export { RetentionModule } from './retention.module.js';
export { Erasure, isAtRest } from './erasure.service.js';
export { type RetentionReport, TillbridgeRetention } from './retention.service.js';
