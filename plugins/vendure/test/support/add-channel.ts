import type { SimpleGraphQLClient } from '@vendure/testing';
import { gql } from 'graphql-tag';
import type { TestShop } from './test-shop';

/** In which currency a channel sells, and for how many times the prices of the default one. */
export interface ChannelPrices {
  readonly currency?: string;
  readonly factor?: number;
}

/** Makes a channel that sells everything; for the same prices in euros, unless it is said otherwise. */
export async function addChannel(
  { admin }: TestShop,
  code: string,
  { currency = 'EUR', factor = 1 }: ChannelPrices = {},
): Promise<void> {
  const { channels, sellers } = await admin.query(gql`
    {
      channels {
        items {
          defaultTaxZone {
            id
          }
          defaultShippingZone {
            id
          }
        }
      }
      sellers {
        items {
          id
        }
      }
    }
  `);
  const [{ defaultTaxZone, defaultShippingZone }] = channels.items;
  const { createChannel } = await admin.query(
    gql`
      mutation ($input: CreateChannelInput!) {
        createChannel(input: $input) {
          ... on Channel {
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
        code,
        token: code,
        sellerId: sellers.items[0].id,
        defaultLanguageCode: 'en',
        defaultCurrencyCode: currency,
        pricesIncludeTax: true,
        defaultTaxZoneId: defaultTaxZone.id,
        defaultShippingZoneId: defaultShippingZone.id,
      },
    },
  );
  if (!createChannel.id) throw new Error(createChannel.message);
  const channelId = createChannel.id;
  // Vendure reads the ids of one field of a mutation only.
  await assign(admin, 'assignStockLocationsToChannel', { channelId, stockLocationIds: ['T_1'] });
  await assign(admin, 'assignProductsToChannel', { channelId, productIds: ['T_1', 'T_2'], priceFactor: factor });
  await assign(admin, 'assignPaymentMethodsToChannel', { channelId, paymentMethodIds: ['T_1', 'T_2'] });
  await assign(admin, 'assignShippingMethodsToChannel', { channelId, shippingMethodIds: ['T_1'] });
}

async function assign(admin: SimpleGraphQLClient, mutation: string, input: Record<string, unknown>): Promise<void> {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { id } }`;
  await admin.query(gql(query), { input });
}
