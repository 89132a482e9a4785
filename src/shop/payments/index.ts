export { PaymentsModule } from './payments.module.js';
export { defineConfig, type RootModule, type TillbridgeConfig } from './define-config.js';
export { type GroupAccount, type GroupTransactions } from './group-accounts.js';
export type { OrderChanges } from './group-order-changes.js';
export type { GroupRefunds } from './group-refunds.js';
export { type OrderDecision, PaymentOrders } from './payment-orders.js';
export { type GroupOrders, type GroupPayments, InjectPayments, Payments } from './payments.js';
export { TillbridgeWorkers } from './tillbridge-workers.js';
export { CliContext } from './cli-context.js';
