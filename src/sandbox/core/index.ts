export { SandboxCoreModule } from './sandbox-core.module.js';
export { type SandboxClockReading, SandboxClock } from './sandbox-clock.js';
export { requireDriver, SandboxDatabase } from './sandbox.database.js';
export { isSandboxError, SandboxError, type SandboxErrorCode } from './sandbox.error.js';
export { SANDBOX_SETTINGS } from './sandbox.tokens.js';
export { ACCOUNT_NUMBER, groupNumber, siteNumber } from './accounts/account-numbers.js';
export { GroupSwitches } from './accounts/group-switches.js';
export { type SandboxSite, type SiteChanges, SiteSettings } from './accounts/site-settings.js';
export { Agenda, type DueSender, type DueWork } from './clock/agenda.js';
export { TimeTravel } from './clock/time-travel.js';
export { corruptByte } from './faults/corrupt-byte.js';
export { brokenOff, slowly } from './faults/paced-body.js';
export { SandboxFaults, type ScriptOptions } from './faults/sandbox-faults.js';
export { accountOfRequest } from './http/api-key.js';
export {
  faultAnswer,
  refuse,
  type Refused,
  type ServiceAnswer,
  type ServiceFault,
  successAnswer,
} from './http/envelope.js';
export { HostGuard, RequestRefused, whyRefused } from './http/host.guard.js';
export { isLoopbackAddress } from './http/loopback.js';
export { listeningUrl, PublicAddress } from './http/public-address.js';
export { JsonDigits, JsonIban, type JsonStyle, type ServiceJson, writeServiceJson } from './http/service-json.js';
export { checkFaultOptions, checkScript } from './options/fault-checks.js';
export {
  appliesTo,
  FAULT_KINDS,
  FAULT_OPERATIONS,
  FAULT_RULES,
  type FaultRule,
  isFaultKind,
  isFaultOperation,
} from './options/fault-rules.js';
export type {
  RequestFault,
  FaultDetails,
  FaultKind,
  FaultOperation,
  FaultOptions,
  FaultState,
  InjectedFault,
  ScriptedFault,
} from './options/fault.types.js';
export type { RefundTag, SandboxSwitches } from './options/group-switches.types.js';
export type { NotificationSettings, NotificationSwitches } from './options/notification-switches.js';
export type { NotificationMethod, SandboxOptions, SandboxTerminalGroup } from './options/sandbox.options.js';
export { resolveSandboxSettings, type SandboxAccount, type SandboxSettings } from './options/sandbox.settings.js';
export type { SandboxTerminal } from './options/sandbox-terminal.js';
export { SandboxStateEntity } from './accounts/sandbox-state.entity.js';
