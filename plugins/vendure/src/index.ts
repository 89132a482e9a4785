export { TillbridgePlugin } from './tillbridge.plugin';
export type {
  ChannelLike,
  GroupByChannel,
  PluginResolvedGroup,
  PluginTerminalGroup,
  RedirectUrl,
  TillbridgePluginOptions,
  WorkerPlace,
} from './options/plugin-options';
export { ATTENTION_CODES, type AttentionCode, type TillbridgeHistoryData } from './events/history';
export { JoinedTransaction, type JoinedAs } from './transaction/joined-transaction.service';
export { TillbridgePaymentRecord } from './records/payment-record.entity';
export { tillbridgeVendureMigrations } from './migrations';
export {
  CheckoutService,
  type CheckoutState,
  type CheckoutStatus,
  type CreatePaymentInput,
} from './checkout/checkout.service';
export { TILLBRIDGE_CHECKER_CODE, TILLBRIDGE_HANDLER_CODE, TILLBRIDGE_HISTORY_TYPE } from './constants';
