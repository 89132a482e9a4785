export { COUNTED_AT_MOST } from './vital-signs.js';
export * from './vital-signs.js';
export { VitalGauges } from './vital-gauges.service.js';
export { Vitals } from './vitals.js';
