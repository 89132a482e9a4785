export { ATTRIBUTE } from './attributes.js';
export { errorType } from './error-type.js';
export { count, SCOPE, took } from './meters.js';
export { COUNTERS, DURATIONS, type MetricRow } from './metric-table.js';
export { markFailed, SPAN, traced, tracedTogether } from './spans.js';
export { traceContextOf, tracedNow } from './trace-parent.js';
