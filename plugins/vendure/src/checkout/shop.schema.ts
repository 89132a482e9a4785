import { parse, type DocumentNode } from 'graphql';

/** The additions to the Shop API. */
export const shopSchema: DocumentNode = parse(`
  extend enum HistoryEntryType {
    TILLBRIDGE
  }

  input CreateTillbridgePaymentInput {
    "The code of the payment method."
    paymentMethodCode: String!
    "The code of a placed order that has something left to pay. Default: the active order."
    orderCode: String
    "A payment method of the service, such as IDEAL. Default: that of the payment method, else the shopper chooses."
    gateway: String
    "Where the shopper comes back to; only of an origin that the shop allows."
    redirectUrl: String
    "Where the shopper comes back to who gave up; only of an origin that the shop allows."
    cancelUrl: String
  }

  "A payment that the shopper can make."
  type TillbridgePayment {
    orderCode: String!
    "Where the shopper pays."
    paymentUrl: String!
    "What is to be paid."
    amount: Money!
    currencyCode: CurrencyCode!
  }

  "The payment service, or the module, refused to create the payment."
  type TillbridgePaymentError implements ErrorResult {
    errorCode: ErrorCode!
    "A sentence for the shopper."
    message: String!
    "The code of the failure, such as SERVICE_1001 or TIMEOUT."
    paymentErrorCode: String!
    "Whether the same mutation may simply be sent again."
    mayRetry: Boolean!
  }

  union CreateTillbridgePaymentResult =
      TillbridgePayment
    | TillbridgePaymentError
    | NoActiveOrderError
    | OrderPaymentStateError
    | OrderStateTransitionError
    | IneligiblePaymentMethodError

  enum TillbridgePaymentState {
    "Nothing was asked for yet."
    NONE
    "The shopper has not paid, or the service does not know yet."
    OPEN
    "The money is reserved."
    AUTHORISED
    PAID
    "It ended unpaid; the shopper may try again."
    FAILED
  }

  "What is known of the payment of an order."
  type TillbridgePaymentStatus {
    orderCode: String!
    orderState: String!
    state: TillbridgePaymentState!
    "Whether Vendure has the payment down."
    isRecorded: Boolean!
    "Where the shopper pays; null when the payment is not open."
    paymentUrl: String
    "By when a payment is known at the latest; null when none is waited for."
    settlesAt: DateTime
  }

  extend type Query {
    "For the page to which the shopper comes back. Asks the service, at most every two seconds."
    tillbridgePaymentStatus(orderCode: String!): TillbridgePaymentStatus!
  }

  extend type Mutation {
    "Moves the order to ArrangingPayment and answers where the shopper pays. May be sent again at any time."
    createTillbridgePayment(input: CreateTillbridgePaymentInput!): CreateTillbridgePaymentResult!
  }
`);
