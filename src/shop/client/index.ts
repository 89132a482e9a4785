export { ClientModule } from './client.module.js';
export { AccountClient, type TerminalsOfGroup } from './account.client.js';
export { CheckoutClient } from './checkout.client.js';
export {
  anotherOrder,
  notAnOrder,
  type BookedRefund,
  type CreatedOrder,
  isFromElsewhere,
  isUnknownThere,
  type OrderPart,
  type UpdatedOrder,
} from './client.answers.js';
export { PaymentsClient } from './payments.client.js';
export { EventsClient } from './events/events.client.js';
export type { OrderEventsOptions, OrderEventsSource } from './events/events.types.js';
export type { CallHealth } from './group-calls.js';
export { CREATE_ORDER_FIELDS } from './inputs/create-order.dto.js';
export { CAPTURE_FIELDS } from './inputs/order-change.dto.js';
export { inputOf, OptionalField, RequiredField } from './inputs/field.decorators.js';
export { accountRules, checkedInput, invalidInput } from './inputs/input-check.js';
export {
  checkedCancellation,
  checkedOrder,
  checkedRefund,
  checkedReservationEnd,
  type CheckedOrder,
} from './inputs/request-check.js';
export type { CallPriority } from './limits/call-priority.js';
export { RawRequestClient } from './raw-request.client.js';
export { ReceiptsClient } from './receipts.client.js';
export { TokensClient } from './tokens.client.js';
export { TransactionsClient } from './transactions.client.js';
export type { CallPhase } from './transport/outcome.js';
export { type ListEnding, type ListOptions, type ListPage, TransactionList } from './transaction-list.js';
export { ClientTransport } from './transport/client-transport.js';
export { isolatedHttp } from './transport/isolated-http.js';
export type { CallOutcome, ServiceAnswer } from './transport/outcome.js';
export type { RawRequest } from './transport/raw-request.rules.js';
export { ServiceCaller } from './transport/service-caller.js';
export { UnlistedCodes } from './unlisted-codes.js';
export { TillbridgeClientModule } from './tillbridge-client.module.js';
