export type * from './vital-signs.js';
export { Vitals } from './vitals.js';
