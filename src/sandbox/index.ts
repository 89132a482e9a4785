/** The sandbox: the payment order service's own side of the specification, for development, tests and demonstration. */
export { SandboxModule } from './sandbox.module.js';
export { Sandbox } from './control/index.js';
export type {
  SandboxChargebackChoice,
  SandboxGiftCard,
  SandboxOrder,
  SandboxOrderChoice,
  SandboxPaymentChoice,
  SandboxRefund,
  SandboxRefundChoice,
  SandboxShipmentChoice,
} from './payments/index.js';
export {
  FAULT_KINDS,
  FAULT_OPERATIONS,
  FAULT_RULES,
  type FaultDetails,
  type FaultKind,
  type FaultOperation,
  type FaultOptions,
  type FaultRule,
  type FaultState,
  type InjectedFault,
  isSandboxError,
  type NotificationMethod,
  type NotificationSwitches,
  type RefundTag,
  SandboxError,
  type SandboxErrorCode,
  SandboxFaults,
  type SandboxOptions,
  type SandboxSite,
  type SandboxSwitches,
  type SandboxTerminal,
  type SandboxTerminalGroup,
  type ScriptedFault,
  type ScriptOptions,
  type SiteChanges,
  SiteSettings,
} from './core/index.js';
export { startSandbox, type RunningSandbox, type StandaloneSandboxOptions } from './standalone.js';
export type {
  DeliveryTrigger,
  DeliveryVerdict,
  NotificationCause,
  NotificationsPage,
  NotificationsQuery,
  NotificationState,
  SandboxDelivery,
  SandboxNotification,
} from './notifications/index.js';
