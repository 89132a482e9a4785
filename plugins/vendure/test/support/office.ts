import type { SimpleGraphQLClient } from '@vendure/testing';
import { gql } from 'graphql-tag';
import type { AttentionListView, OrderOverviewView } from '../../src/admin/admin.types';

/** A time as it comes over the wire. */
type Sent<T> = T extends Date
  ? string
  : T extends readonly (infer U)[]
    ? Sent<U>[]
    : T extends object
      ? SentObject<T>
      : T;
type SentObject<T> = { [K in keyof T]: Sent<T[K]> };

/** What an action answers, both types in one. */
export type ActionAnswer = Sent<OrderOverviewView> & { readonly message?: string; readonly paymentErrorCode?: string };

const ORDER = gql`
  fragment Known on TillbridgeOrder {
    __typename
    orderId
    orderCode
    payments {
      group
      paymentOrderId
      serviceOrderId
      attempt
      status
      statusText
      amount
      amountRefunded
      refundable
      currencyCode
      method
      paymentMethod
      paid
      paidAt
      transactionId
      paymentUrl
      settlesAt
      createdAt
      attention {
        code
        text
        since
      }
      refunds {
        refundId
        origin
        amount
        state
        stateName
        stateText
        stateReason
        reason
        serviceRefundId
        plannedAt
        createdAt
        updatedAt
        canCancel
        needsDecision
      }
    }
    timeline {
      at
      paymentOrderId
      kind
      text
      isDetail
    }
  }
`;

const ACTIONS = {
  readTillbridgePayment: 'TillbridgePaymentInput',
  acknowledgeTillbridgeAttention: 'TillbridgeAcknowledgeInput',
  cancelTillbridgeRefund: 'TillbridgeCancelRefundInput',
  decideTillbridgeRefund: 'TillbridgeDecideRefundInput',
  recordTillbridgePayment: 'TillbridgePaymentInput',
} as const;

/** What staff see and do of Tillbridge, in the Admin API. */
export class Office {
  constructor(private readonly client: SimpleGraphQLClient) {}

  /** What is known of an order; null when the channel has no such order. */
  async order(orderId: string): Promise<Sent<OrderOverviewView> | null> {
    const { tillbridgeOrder } = await this.client.query(
      gql`
        query ($orderId: ID!) {
          tillbridgeOrder(orderId: $orderId) {
            ...Known
          }
        }
        ${ORDER}
      `,
      { orderId },
    );
    return tillbridgeOrder;
  }

  /** The orders that a person should see to. */
  async attention(part: { skip?: number; take?: number } = {}): Promise<Sent<AttentionListView>> {
    const { tillbridgeAttention } = await this.client.query(
      gql`
        query ($skip: Int, $take: Int) {
          tillbridgeAttention(skip: $skip, take: $take) {
            totalItems
            items {
              orderId
              orderCode
              amount
              currencyCode
              attention {
                code
                text
                since
              }
            }
          }
        }
      `,
      part,
    );
    return tillbridgeAttention;
  }

  /** Does something by hand. */
  async act(action: keyof typeof ACTIONS, input: Record<string, unknown>): Promise<ActionAnswer> {
    const answer = await this.client.query(
      gql`
        mutation ($input: ${ACTIONS[action]}!) {
          ${action}(input: $input) {
            ...Known
            ... on TillbridgeActionError {
              __typename
              errorCode
              message
              advice
              paymentErrorCode
            }
          }
        }
        ${ORDER}
      `,
      { input },
    );
    return answer[action];
  }
}
