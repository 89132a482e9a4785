/** The sandbox: the payment order service's own side of the specification, for development, tests and demonstration. */
export { SandboxModule } from './sandbox.module.js';
export { Sandbox } from './sandbox.js';
export type {
  SandboxChargebackChoice,
  SandboxOrder,
  SandboxOrderChoice,
  SandboxPaymentChoice,
  SandboxShipmentChoice,
} from './sandbox.types.js';
export { SandboxFaults, type ScriptOptions } from './faults/sandbox-faults.js';
export { FAULT_KINDS, FAULT_OPERATIONS, FAULT_RULES, type FaultRule } from './faults/fault-rules.js';
export type {
  FaultDetails,
  FaultKind,
  FaultOperation,
  FaultOptions,
  FaultState,
  InjectedFault,
  ScriptedFault,
} from './faults/fault.types.js';
export { SiteSettings, type SandboxSite, type SiteChanges } from './control/site-settings.js';
export type { NotificationSwitches } from './notifications/notification-switches.js';
export { SandboxError, isSandboxError, type SandboxErrorCode } from './sandbox.error.js';
export type { SandboxOptions, SandboxTerminalGroup } from './sandbox.options.js';
export { startSandbox, type RunningSandbox, type StandaloneSandboxOptions } from './standalone.js';
export type {
  DeliveryTrigger,
  DeliveryVerdict,
  NotificationsPage,
  NotificationsQuery,
  SandboxDelivery,
  SandboxNotification,
} from './notifications/delivery.types.js';
export type { NotificationCause, NotificationState } from './notifications/notification.entity.js';
export type { NotificationMethod } from './orders/order.entity.js';
export type { SandboxRefundChoice } from './refunds/refund-driver.js';
export type { SandboxRefund } from './refunds/refund.types.js';
export type { RefundTag, SandboxSwitches } from './terminals/group-switches.types.js';
export type { SandboxTerminal } from './terminals/terminal.types.js';
