import { parse, type DocumentNode } from 'graphql';

/** The additions to the Admin API. */
export const adminSchema: DocumentNode = parse(`
  extend enum HistoryEntryType {
    TILLBRIDGE
  }

  "Something that a person should see to."
  type TillbridgeAttention {
    "Such as paid_after_cancel or refund_manual."
    code: String!
    "What happened and what to do, in plain words."
    text: String!
    "Null where only the module knows of it, which keeps no time for it."
    since: DateTime
  }

  "A payment that was asked for, as Tillbridge knows it. An order has another one when it became dearer after it was paid."
  type TillbridgePaymentOrder {
    "The terminal group."
    group: String!
    "The id in Tillbridge: the code of the order, for a later part with its number."
    paymentOrderId: String!
    "The order_id of the newest attempt at the service. Null before the service was asked."
    serviceOrderId: String
    "The number of the newest attempt, from 1."
    attempt: Int!
    "Such as initialized, completed or declined. Null until the service has said anything."
    status: String
    "The status in plain words."
    statusText: String!
    amount: Money!
    amountRefunded: Money!
    "What can still be given back."
    refundable: Money!
    currencyCode: CurrencyCode!
    "The code of Vendure's payment method."
    method: String!
    "The payment method at the service, such as IDEAL. Null until it is paid."
    paymentMethod: String
    paid: Boolean!
    paidAt: DateTime
    transactionId: String
    "Where the shopper pays; null when the payment is not open."
    paymentUrl: String
    "By when the outcome is known at the latest; null when none is waited for."
    settlesAt: DateTime
    createdAt: DateTime!
    "Empty when no one needs to see to it."
    attention: [TillbridgeAttention!]!
    "The oldest first."
    refunds: [TillbridgeRefund!]!
  }

  enum TillbridgeRefundOrigin {
    "Asked for here."
    SHOP
    "Made by other means, such as the dashboard of the service."
    ELSEWHERE
    "Taken back by the bank."
    CHARGEBACK
  }

  "Money that is given back."
  type TillbridgeRefund {
    refundId: String!
    origin: TillbridgeRefundOrigin!
    amount: Money!
    "queued, sending, accepted, settled, rejected, unknown, manual or cancelled."
    state: String!
    "The state in one or two words."
    stateName: String!
    "The state in a sentence."
    stateText: String!
    "Why it is in this state; null when there is nothing to say."
    stateReason: String
    "Why money is given back."
    reason: String!
    "The service's id; null while it is not known."
    serviceRefundId: String
    "When it is sent, if all goes well; null when it does not wait to be sent."
    plannedAt: DateTime
    createdAt: DateTime!
    updatedAt: DateTime!
    "Whether it can be called off, as far as is known here."
    canCancel: Boolean!
    "Whether it waits for a person to say what became of it."
    needsDecision: Boolean!
  }

  "Something that happened to a payment."
  type TillbridgeTimelineEntry {
    at: DateTime!
    paymentOrderId: String!
    "created, notification, observation, transition, refund, effect, outbox or decision."
    kind: String!
    "One plain sentence."
    text: String!
    "Of interest only to find out why something happened."
    isDetail: Boolean!
  }

  "What Tillbridge knows of the payments of an order."
  type TillbridgeOrder {
    orderId: ID!
    orderCode: String!
    "The first part first. Empty when nothing was paid through Tillbridge."
    payments: [TillbridgePaymentOrder!]!
    "The oldest first."
    timeline: [TillbridgeTimelineEntry!]!
  }

  "The action was not carried out, or its outcome is not known; the message says which."
  type TillbridgeActionError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
    "What to do about it."
    advice: String!
    "The code of the failure, such as REFUND_TOO_LATE or TIMEOUT."
    paymentErrorCode: String!
  }

  union TillbridgeActionResult = TillbridgeOrder | TillbridgeActionError

  "An order that a person should see to."
  type TillbridgeAttentionItem {
    orderId: ID!
    orderCode: String!
    amount: Money!
    currencyCode: CurrencyCode!
    attention: TillbridgeAttention!
  }

  "The orders of the channel that a person should see to."
  type TillbridgeAttentionList {
    "The newest first."
    items: [TillbridgeAttentionItem!]!
    totalItems: Int!
  }

  input TillbridgePaymentInput {
    orderId: ID!
    group: String!
    paymentOrderId: String!
    "Kept in the timeline."
    why: String
  }

  input TillbridgeSurplusInput {
    orderId: ID!
    group: String!
    paymentOrderId: String!
    "Default: all that is left of one payment, the surplus first."
    amount: Money
    "What the customer may read."
    reason: String!
    "The same key is the same refund: one for each click."
    key: String!
    "Kept in the timeline."
    why: String
  }

  input TillbridgeAcknowledgeInput {
    orderId: ID!
    group: String!
    paymentOrderId: String!
    "What was seen. When something else has come up since, nothing is acknowledged."
    codes: [String!]!
    "What was done about it. Kept in the timeline."
    why: String!
  }

  input TillbridgeCancelRefundInput {
    orderId: ID!
    refundId: String!
    "Kept in the timeline."
    why: String!
  }

  enum TillbridgeRefundVerdict {
    "The customer has the money, or gets it."
    PAID
    "The customer does not get it. It is sent again."
    NOT_PAID
  }

  input TillbridgeDecideRefundInput {
    orderId: ID!
    refundId: String!
    verdict: TillbridgeRefundVerdict!
    "The service's id of the refund, where one was found."
    serviceRefundId: String
    "How it was found out. Kept in the timeline."
    why: String!
  }

  extend type Query {
    "Null for an order that this channel does not have."
    tillbridgeOrder(orderId: ID!): TillbridgeOrder
    "take: 1 to 100, default 10."
    tillbridgeAttention(skip: Int, take: Int): TillbridgeAttentionList!
  }

  extend type Mutation {
    "Reads every attempt of a payment at the service now. May be sent again at any time."
    readTillbridgePayment(input: TillbridgePaymentInput!): TillbridgeActionResult!
    "Notes that someone has seen to it."
    acknowledgeTillbridgeAttention(input: TillbridgeAcknowledgeInput!): TillbridgeActionResult!
    "Gives back money that Vendure has no payment for: it came twice, or for an order that was cancelled."
    refundTillbridgeSurplus(input: TillbridgeSurplusInput!): TillbridgeActionResult!
    "Takes a payment down that Vendure has refused before, after its order was mended."
    recordTillbridgePayment(input: TillbridgePaymentInput!): TillbridgeActionResult!
    "Calls a refund off: here while it waits, at the service until the money leaves."
    cancelTillbridgeRefund(input: TillbridgeCancelRefundInput!): TillbridgeActionResult!
    "Says what became of a refund that waits for it."
    decideTillbridgeRefund(input: TillbridgeDecideRefundInput!): TillbridgeActionResult!
  }
`);
