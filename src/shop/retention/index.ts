export { RetentionModule } from './retention.module.js';
export { Erasure, isAtRest } from './erasure.js';
export { type RetentionReport, TillbridgeRetention } from './tillbridge-retention.js';
