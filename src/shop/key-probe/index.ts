export { KeyProbe } from './key-probe.service.js';
