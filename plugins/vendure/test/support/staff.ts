import { gql } from 'graphql-tag';
import { eventually } from './eventually';
import type { TestShop } from './test-shop';

/** An order as staff see it. */
export interface SeenOrder {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly totalWithTax: number;
  readonly lines: readonly { id: string; quantity: number }[];
  readonly payments: readonly SeenPayment[];
  readonly history: { items: readonly { type: string; data: Record<string, unknown> }[] };
}

/** A payment as staff see it. */
export interface SeenPayment {
  readonly id: string;
  readonly state: string;
  readonly amount: number;
  readonly transactionId: string;
  readonly metadata: Record<string, unknown>;
  readonly refunds: readonly { id: string; state: string; total: number; transactionId: string }[];
}

const ORDER = gql`
  query ($code: String!) {
    orders(options: { filter: { code: { eq: $code } } }) {
      items {
        id
        code
        state
        totalWithTax
        lines {
          id
          quantity
        }
        payments {
          id
          state
          amount
          transactionId
          metadata
          refunds {
            id
            state
            total
            transactionId
          }
        }
        history(options: { take: 100 }) {
          items {
            type
            data
          }
        }
      }
    }
  }
`;

/** Someone who works in the Admin API. */
export class Staff {
  constructor(private readonly shop: TestShop) {}

  /** An order as it is now. */
  async order(code: string): Promise<SeenOrder> {
    const { orders } = await this.shop.admin.query(ORDER, { code });
    return orders.items[0];
  }

  /** An order once it is as expected. */
  orderWhen(code: string, isGood: (order: SeenOrder) => boolean): Promise<SeenOrder> {
    return eventually(() => this.order(code), isGood);
  }

  /** What the plugin has written on an order, oldest first. */
  async journal(code: string): Promise<string[]> {
    return journalOf(await this.order(code));
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

/** The events that the plugin has written on an order, oldest first. */
export const journalOf = (order: SeenOrder): string[] =>
  order.history.items.filter(({ type }) => type === 'TILLBRIDGE').map(({ data }) => String(data['event']));
