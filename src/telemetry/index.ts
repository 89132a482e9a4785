export type { TillbridgeTelemetryOptions } from './telemetry.options.js';
export { TillbridgeTelemetryModule } from './tillbridge.telemetry.module.js';
