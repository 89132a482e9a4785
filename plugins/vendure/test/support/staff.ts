import { E2E_DEFAULT_CHANNEL_TOKEN } from '@vendure/testing';
import { gql } from 'graphql-tag';
import { eventually } from './eventually';
import { journalOf, ORDER, type SeenOrder } from './seen-order';
import type { TestShop } from './test-shop';

const INPUTS = {
  acknowledgeTillbridgeAttention: 'TillbridgeAcknowledgeInput',
  recordTillbridgePayment: 'TillbridgePaymentInput',
  refundTillbridgeSurplus: 'TillbridgeSurplusInput',
} as const;

/** What an action answers, both types in one. */
export interface ActionAnswer {
  readonly __typename: string;
  readonly payments?: readonly { refunds: readonly { refundId: string; amount: number; state: string }[] }[];
  readonly message?: string;
  readonly paymentErrorCode?: string;
}

/** Someone who works in the Admin API. */
export class Staff {
  constructor(private readonly shop: Pick<TestShop, 'admin'>) {}

  /** An order as it is now. */
  async order(code: string): Promise<SeenOrder> {
    const { orders } = await this.shop.admin.query(ORDER, { code });
    return orders.items[0];
  }

  /** An order once it is as expected. */
  async orderWhen(code: string, isGood: (order: SeenOrder) => boolean): Promise<SeenOrder> {
    await eventually(() => this.order(code), isGood);
    // Vendure reads the parts of an order one after the other: what was committed in between shows in the later ones only.
    return this.order(code);
  }

  /** What the plugin has written on an order, oldest first. */
  async journal(code: string): Promise<string[]> {
    return journalOf(await this.order(code));
  }

  /** Waits until something is as expected. */
  when<T>(read: () => Promise<T>, isGood: (value: T) => boolean): Promise<T> {
    return eventually(read, isGood);
  }

  /** What a person should see to about an order. */
  async attention(code: string): Promise<string[]> {
    const { tillbridgeAttention } = await this.shop.admin.query(gql`
      {
        tillbridgeAttention(take: 100) {
          items {
            orderCode
            attention {
              code
            }
          }
        }
      }
    `);
    return tillbridgeAttention.items
      .filter((each: { orderCode: string }) => each.orderCode === code)
      .map(({ attention }: { attention: { code: string } }) => attention.code);
  }

  /** Works in another channel for a while. */
  async in<T>(token: string, work: () => Promise<T>): Promise<T> {
    this.shop.admin.setChannelToken(token);
    try {
      return await work();
    } finally {
      this.shop.admin.setChannelToken(E2E_DEFAULT_CHANNEL_TOKEN);
    }
  }

  /** What staff do in the Admin API about a payment. */
  async act(action: keyof typeof INPUTS, code: string, input: Record<string, unknown>): Promise<ActionAnswer> {
    const { id: orderId } = await this.order(code);
    const answer = await this.shop.admin.query(
      gql`
        mutation ($input: ${INPUTS[action]}!) {
          ${action}(input: $input) {
            __typename
            ... on TillbridgeOrder { payments { refunds { refundId amount state } } }
            ... on TillbridgeActionError { message paymentErrorCode }
          }
        }
      `,
      { input: { orderId, group: 'web', paymentOrderId: code, ...input } },
    );
    return answer[action];
  }

  /** Calls a refund settled by hand. @throws Error as the API does */
  async settleRefund(id: string): Promise<unknown> {
    return this.shop.admin.query(
      gql`
        mutation ($input: SettleRefundInput!) {
          settleRefund(input: $input) {
            __typename
          }
        }
      `,
      { input: { id, transactionId: 'by-hand' } },
    );
  }

  /** Cancels an order. */
  async cancel(code: string): Promise<unknown> {
    const { id } = await this.order(code);
    const { cancelOrder } = await this.shop.admin.query(
      gql`
        mutation ($input: CancelOrderInput!) {
          cancelOrder(input: $input) {
            __typename
            ... on Order {
              state
            }
            ... on ErrorResult {
              message
            }
          }
        }
      `,
      { input: { orderId: id } },
    );
    return cancelOrder;
  }

  /** Gives money back. @throws Error as the API does */
  async refund(
    code: string,
    amount: number,
    reason = 'Broken',
  ): Promise<{ __typename: string; id?: string; state?: string; message?: string }> {
    const { payments } = await this.order(code);
    const paymentId = payments.find(({ state }) => state === 'Settled')?.id;
    const { refundOrder } = await this.shop.admin.query(
      gql`
        mutation ($input: RefundOrderInput!) {
          refundOrder(input: $input) {
            __typename
            ... on Refund {
              id
              state
            }
            ... on ErrorResult {
              message
            }
          }
        }
      `,
      { input: { paymentId, amount, reason, lines: [], shipping: 0, adjustment: 0 } },
    );
    return refundOrder;
  }

  /** Moves an order to a state. */
  async move(code: string, state: string): Promise<void> {
    const { id } = await this.order(code);
    const { transitionOrderToState } = await this.shop.admin.query(
      gql`
        mutation ($id: ID!, $state: String!) {
          transitionOrderToState(id: $id, state: $state) {
            __typename
            ... on ErrorResult {
              message
            }
          }
        }
      `,
      { id, state },
    );
    if (transitionOrderToState.message) throw new Error(transitionOrderToState.message);
  }

  /** Sends everything that was bought. */
  async ship(code: string): Promise<void> {
    const { lines } = await this.order(code);
    const { addFulfillmentToOrder } = await this.shop.admin.query(
      gql`
        mutation ($input: FulfillOrderInput!) {
          addFulfillmentToOrder(input: $input) {
            __typename
            ... on Fulfillment {
              id
            }
            ... on ErrorResult {
              message
            }
          }
        }
      `,
      {
        input: {
          lines: lines.map(({ id, quantity }) => ({ orderLineId: id, quantity })),
          handler: {
            code: 'manual-fulfillment',
            arguments: [
              { name: 'method', value: 'Post' },
              { name: 'trackingCode', value: '1' },
            ],
          },
        },
      },
    );
    if (!addFulfillmentToOrder.id) throw new Error(addFulfillmentToOrder.message);
    await this.shop.admin.query(
      gql`
        mutation ($id: ID!) {
          transitionFulfillmentToState(id: $id, state: "Shipped") {
            __typename
          }
        }
      `,
      { id: addFulfillmentToOrder.id },
    );
  }

  /** Settles or cancels a payment by hand. */
  async payment(
    action: 'settlePayment' | 'cancelPayment',
    id: string,
  ): Promise<{ __typename: string; state?: string; message?: string }> {
    const answer = await this.shop.admin.query(
      gql`
        mutation ($id: ID!) {
          ${action}(id: $id) {
            __typename
            ... on Payment { state }
            ... on ErrorResult { message }
          }
        }
      `,
      { id },
    );
    return answer[action];
  }
}
