export { DiagnosticsModule } from './diagnostics.module.js';
export { KeyProbe } from './key-probe/key-probe.service.js';
export { PROCESS_ALIVE_MS, ProcessRegistry } from './process-registry.service.js';
export { ProcessEntity } from './process.entity.js';
export { type StrayGroup, strayGroups } from './stray-groups.js';
export {
  COUNTED_AT_MOST,
  type EffectSigns,
  type InboxSigns,
  type LaneSigns,
  type OrderSigns,
  type PollingSigns,
  type RefundSigns,
  type ServiceSigns,
  type VitalSigns,
} from './vital-signs.js';
export { Vitals } from './vitals.js';
