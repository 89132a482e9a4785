export { DiagnosticsModule } from './diagnostics.module.js';
export { KeyProbe } from './key-probe/key-probe.js';
export type { FailingWork } from './failing-work.js';
export type { HandlerGap } from './handler-gaps.js';
export { PROCESS_ALIVE_MS, ProcessRegistry } from './process-registry.js';
export { ProcessEntity } from './process.entity.js';
export { type StrayGroup } from './stray-groups.js';
export {
  COUNTED_AT_MOST,
  type DoorbellFigures,
  type EffectFigures,
  type InboxFigures,
  type KeylessGroup,
  type LaneFigures,
  type OrderFigures,
  type PollingFigures,
  type RefundFigures,
  type ServiceFigures,
  type DiagnosticsFigures,
} from './diagnostics-figures.js';
export { unfinishedAttempts } from './unfinished-attempts.js';
export { DiagnosticsService } from './diagnostics.service.js';
