/** The sandbox: the payment order service's own side of the specification, for development, tests and demonstration. */
export { SandboxModule } from './sandbox.module.js';
export { Sandbox, type SandboxOrder, type SandboxOrderChoice, type SandboxPaymentChoice } from './sandbox.js';
export { SandboxError, isSandboxError, type SandboxErrorCode } from './sandbox.error.js';
export type { SandboxOptions, SandboxTerminalGroup } from './sandbox.options.js';
export { startSandbox, type RunningSandbox, type StandaloneSandboxOptions } from './standalone.js';
export type { DeliveryTrigger, DeliveryVerdict, SandboxDelivery } from './notifications/delivery.types.js';
export type { NotificationCause } from './notifications/notification.entity.js';
export type { NotificationMethod } from './orders/order.entity.js';
