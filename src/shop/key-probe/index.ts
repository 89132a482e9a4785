export { KeyProbe, type KeyVerdict, type TriedKey } from './key-probe.service.js';
