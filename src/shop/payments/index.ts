export { PaymentsModule } from './payments.module.js';
export { defineConfig, type RootModule, type TillbridgeConfig } from './define-config.js';
export { type OrderAcknowledgement, type OrderDecision, PaymentOrders } from './payment-orders.js';
export type {
  GroupAccount,
  GroupOrders,
  GroupPayments,
  GroupRefunds,
  GroupTokens,
  GroupTransactions,
  OrderChanges,
} from './group-payments.js';
export { InjectPayments, Payments } from './payments.js';
export { TillbridgeWorkers } from './tillbridge-workers.js';
export { CliContext } from './cli-context.js';
