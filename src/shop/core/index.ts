export { CoreModule } from './core.module.js';
export { OptionsModule } from './options.module.js';
export { SystemClockModule } from './system-clock.module.js';
export type { BudgetAnswer, BudgetRequest, CallBudget } from './call-budget.js';
export { callerAddress } from './caller-address.js';
export { CallerLimit } from './caller-limit.js';
export { checkedOptions, checkFilter, checkTexts, filterInvalid, notFields, notText } from './checked-filter.js';
export { assertImportedOnce, needTillbridge } from './imported-modules.js';
export { ErrorRedactor, handlerIn } from './error-redactor.js';
export { isWhole, May, Must, Nested, Read } from '../../support/fields/field.decorators.js';
export {
  readAsIs,
  readJson,
  readList,
  readMoney,
  readScalar,
  type FieldReading,
} from '../../support/fields/field-reading.js';
export { OpenFields } from '../../support/fields/fields.js';
export { contextOf, checkFields, settled } from '../../support/fields/check-fields.js';
export { messages, WORKER_FAILURES } from './messages.js';
export type { AgentFactory } from './options/agent-factory.js';
export type { ApiKeyOptions } from './options/api-key.options.js';
export { callLimits, CallOptions, type CallLimits } from './options/call.options.js';
export type { EffectsOptions } from './options/effects.options.js';
export type { EntranceOptions } from './options/entrance.options.js';
export { isHostTransaction, type HostTransaction, type HostTransactionSource } from './options/host-transaction.js';
export type { ErrorAnswerOptions } from './options/error-answer.options.js';
export { PollingOptions, type PollingSettings } from './options/polling.options.js';
export type { RefundRuleOptions, RefundRules } from './options/refund-rule.options.js';
export type { RetentionOptions } from './options/retention.options.js';
export type {
  ReturnAnswer,
  ReturnPage,
  ReturnPageOptions,
  ReturnPageTexts,
  ReturnState,
} from './options/return-page.options.js';
export {
  type KeyProbeRule,
  type TerminalGroupMode,
  type TerminalGroupOptions,
} from './options/terminal-group.options.js';
export {
  type ResolvedGroup,
  TillbridgeExtras,
  TillbridgeOptions,
  type TillbridgeSettings,
} from './options/tillbridge.options.js';
export type { WakeBus, WakeOptions } from './options/wake.options.js';
export { postgresWake, type PostgresWakeClient, type PostgresWakeOptions } from './postgres-wake.js';
export { redisWake, type RedisWakeClient, type RedisWakeOptions } from './redis-wake.js';
export { asyncNames, checkedAsync, structureFaults } from './options/validate-options.js';
export type { ProcessRole } from './process-role.js';
export {
  lanePauseMs,
  nextFollowAt,
  notSentDelayMs,
  readDelayMs,
  toRefundRules,
  withWideSlots,
} from './refund-rules/refund-rules.js';
export { isForeignId, type OrderIdHabits } from './terminal-groups/foreign-id.js';
export type { GroupName, TerminalGroupNames } from './terminal-groups/group-name.js';
export { gapText, type KeyGap } from './terminal-groups/key-gap.js';
export { KEY_OVERLAP_MS, KEYLESS_MS, KeyRing, type SingleKey } from './terminal-groups/key-ring.js';
export type { GroupKnowledge } from './terminal-groups/resolved-groups.js';
export type { TerminalGroup } from './terminal-groups/terminal-group.js';
export { TerminalGroups } from './terminal-groups/terminal-groups.js';
export { faultList, optionsError, refusal } from './refusal.js';
export { type AttentionReason, passesByItself, REFUND_ATTENTION, runbook, type RunbookSection } from './runbook.js';
export { ThrottledLogger } from './throttled-logger.js';
export {
  CALL_BUDGET,
  CLOCK,
  DATA_SOURCE,
  ERROR_ANSWERS,
  EXTRAS,
  HTTP,
  PAYMENTS,
  POLL_JOBS,
  PROCESS_ROLE,
  SETTINGS,
  TILLBRIDGE_OPTIONS,
  CLI_CONTEXT,
  TRANSACTIONS,
  DIAGNOSTICS,
} from './tokens.js';
