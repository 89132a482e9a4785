export { CoreModule } from './core.module.js';
export { OptionsModule } from './options.module.js';
export { SystemClockModule } from './system-clock.module.js';
export { callerAddress } from './caller-address.js';
export { CallerLimit } from './caller-limit.js';
export { ErrorRedactor } from './error-redactor.js';
export { errorAnswerFaults, type ErrorAnswerOptions } from './options/errors.options.js';
export type { ApiKeyOptions, KeyProbeRule } from './options/api-key.options.js';
export { messages, optionsError } from './messages.js';
export { withCallDefaults, type CallLimits, type CallOptions } from './options/call.options.js';
export type { EntranceOptions } from './options/entrance.options.js';
export { ASYNC_NAMES } from './options/option-names.js';
export { withPollingDefaults, type PollingOptions, type PollingSettings } from './options/polling.options.js';
export { type RetentionOptions, type RetentionSettings } from './options/retention.options.js';
export type {
  ReturnAnswer,
  ReturnPage,
  ReturnPageOptions,
  ReturnPageTexts,
  ReturnState,
} from './options/return-page.options.js';
export {
  DEFAULT_BASE_URLS,
  type TerminalGroupMode,
  type TerminalGroupOptions,
  type TillbridgeExtras,
  type TillbridgeOptions,
} from './options/tillbridge.options.js';
export { type EffectsOptions, type WorkSettings } from './options/work.options.js';
export type { ProcessRole } from './process-role.js';
export { lanePauseMs, nextFollowAt, notSentDelayMs, readDelayMs, toRefundRules } from './refund-rules/refund-rules.js';
export type { RefundRuleOptions, RefundRules } from './refund-rules/refund-rules.types.js';
export { isForeignId, type OrderIdHabits } from './terminal-groups/foreign-id.js';
export type { GroupName, TerminalGroupNames } from './terminal-groups/group-name.js';
export { KEY_OVERLAP_MS, KeyRing, type SingleKey } from './terminal-groups/key-ring.js';
export { type TerminalGroup, TerminalGroups } from './terminal-groups/terminal-groups.js';
export { ThrottledLogger } from './throttled-logger.js';
export {
  CLOCK,
  DATA_SOURCE,
  ERROR_ANSWERS,
  EXTRAS,
  HTTP,
  PAYMENTS,
  POLL_JOBS,
  PROCESS_ROLE,
  RETENTION,
  TILLBRIDGE_OPTIONS,
  TOOLBOX,
  TRANSACTIONS,
  VITALS,
  WORK_SETTINGS,
} from './tokens.js';
