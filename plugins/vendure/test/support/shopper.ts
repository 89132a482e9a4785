import type { SimpleGraphQLClient } from '@vendure/testing';
import { gql } from 'graphql-tag';
import type { TestShop } from './test-shop';

const ADDRESS = {
  fullName: 'Ann Bell',
  streetLine1: 'Dam 1',
  city: 'Amsterdam',
  postalCode: '1012',
  countryCode: 'NL',
};

/** What `createTillbridgePayment` answers, all types in one. */
export interface PaymentAnswer {
  readonly __typename: string;
  readonly orderCode?: string;
  readonly paymentUrl?: string;
  readonly amount?: number;
  readonly currencyCode?: string;
  readonly errorCode?: string;
  readonly message?: string;
  readonly paymentErrorCode?: string;
  readonly mayRetry?: boolean;
}

/** What `tillbridgePaymentStatus` answers. */
export interface StatusAnswer {
  readonly orderCode: string;
  readonly orderState: string;
  readonly state: string;
  readonly isRecorded: boolean;
  readonly paymentUrl: string | null;
  readonly settlesAt: string | null;
}

let shoppers = 0;

/** Someone who buys by the Shop API. */
export class Shopper {
  /** The code of the order; empty before anything was put into it. */
  code = '';

  private constructor(readonly client: SimpleGraphQLClient) {}

  /** The same person, with the same order, by another storefront of a channel. */
  by(client: SimpleGraphQLClient, channel: string): Shopper {
    client.setChannelToken(channel);
    client.setAuthToken(this.client.getAuthToken());
    return Object.assign(new Shopper(client), { code: this.code });
  }

  /** Someone who has nothing yet. */
  static of(client: SimpleGraphQLClient): Shopper {
    return new Shopper(client);
  }

  /** Comes with a full cart, an address and a shipping method chosen. */
  static async withCart(
    shop: Pick<TestShop, 'storefront'>,
    { quantity = 2, channel }: { quantity?: number; channel?: string } = {},
  ): Promise<Shopper> {
    const shopper = new Shopper(shop.storefront());
    if (channel) shopper.client.setChannelToken(channel);
    await shopper.add(quantity);
    shoppers += 1;
    await shopper.client.query(
      gql`
        mutation ($customer: CreateCustomerInput!, $address: CreateAddressInput!) {
          setCustomerForOrder(input: $customer) {
            __typename
          }
          setOrderShippingAddress(input: $address) {
            __typename
          }
        }
      `,
      {
        customer: { firstName: 'Ann', lastName: 'Bell', emailAddress: `ann${shoppers}@example.org` },
        address: ADDRESS,
      },
    );
    await shopper.ship();
    return shopper;
  }

  /** Puts mugs into the cart. */
  async add(quantity: number): Promise<void> {
    const { addItemToOrder } = await this.client.query(
      gql`
        mutation ($quantity: Int!) {
          addItemToOrder(productVariantId: "T_1", quantity: $quantity) {
            ... on Order {
              code
            }
            ... on ErrorResult {
              message
            }
          }
        }
      `,
      { quantity },
    );
    if (!addItemToOrder.code) throw new Error(addItemToOrder.message);
    this.code = addItemToOrder.code;
  }

  /** Gives another e-mail address, which Vendure takes as it is. */
  async email(emailAddress: string): Promise<void> {
    await this.client.query(
      gql`
        mutation ($customer: CreateCustomerInput!) {
          setCustomerForOrder(input: $customer) {
            __typename
          }
        }
      `,
      { customer: { firstName: 'Ann', lastName: 'Bell', emailAddress } },
    );
  }

  /** Chooses how the goods come. */
  async ship(): Promise<void> {
    const { eligibleShippingMethods: methods } = await this.client.query(gql`
      {
        eligibleShippingMethods {
          id
        }
      }
    `);
    await this.client.query(
      gql`
        mutation ($id: [ID!]!) {
          setOrderShippingMethod(shippingMethodId: $id) {
            __typename
          }
        }
      `,
      { id: [methods[0].id] },
    );
  }

  /** Takes everything out of the cart. */
  async empty(): Promise<void> {
    await this.client.query(gql`
      mutation {
        removeAllOrderLines {
          __typename
        }
      }
    `);
  }

  /** Goes back from the checkout to the cart. */
  back(): Promise<void> {
    return this.go('AddingItems');
  }

  /** Goes on to where payments can be added, without asking for a payment page. */
  arrange(): Promise<void> {
    return this.go('ArrangingPayment');
  }

  /** Moves the order to a state, if Vendure lets a shopper. */
  async go(state: string): Promise<void> {
    await this.client.query(
      gql`
        mutation ($state: String!) {
          transitionOrderToState(state: $state) {
            __typename
          }
        }
      `,
      { state },
    );
  }

  /** Asks where to pay. */
  async checkOut(input: Record<string, unknown> = {}): Promise<PaymentAnswer> {
    const { createTillbridgePayment } = await this.client.query(
      gql`
        mutation ($input: CreateTillbridgePaymentInput!) {
          createTillbridgePayment(input: $input) {
            __typename
            ... on TillbridgePayment {
              orderCode
              paymentUrl
              amount
              currencyCode
            }
            ... on ErrorResult {
              errorCode
              message
            }
            ... on TillbridgePaymentError {
              paymentErrorCode
              mayRetry
            }
          }
        }
      `,
      { input: { paymentMethodCode: 'online', ...input } },
    );
    return createTillbridgePayment;
  }

  /** Comes back from the payment page. */
  async status(code = this.code): Promise<StatusAnswer> {
    const { tillbridgePaymentStatus } = await this.client.query(
      gql`
        query ($code: String!) {
          tillbridgePaymentStatus(orderCode: $code) {
            orderCode
            orderState
            state
            isRecorded
            paymentUrl
            settlesAt
          }
        }
      `,
      { code },
    );
    return tillbridgePaymentStatus;
  }

  /** Adds a payment as any storefront may, with whatever it says. */
  async addPayment(metadata: Record<string, unknown>): Promise<{ __typename: string; state?: string }> {
    const { addPaymentToOrder } = await this.client.query(
      gql`
        mutation ($input: PaymentInput!) {
          addPaymentToOrder(input: $input) {
            __typename
            ... on Order {
              state
            }
          }
        }
      `,
      { input: { method: 'online', metadata } },
    );
    return addPaymentToOrder;
  }
}
