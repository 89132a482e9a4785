export type { HealthFinding, HealthLimits, HealthProblem } from './health.rules.js';
export { TillbridgeHealthIndicator, type HealthIndicatorOptions } from './tillbridge.health-indicator.js';
export { TillbridgeHealthModule } from './tillbridge.health.module.js';
