import type { SimpleGraphQLClient } from '@vendure/testing';
import { gql } from 'graphql-tag';
import type { TestShop } from './test-shop';

const PASSWORD = 'clerk';

/** The Admin API as an administrator uses it who has these permissions alone. */
export async function administrator(
  shop: TestShop,
  name: string,
  permissions: readonly string[],
): Promise<SimpleGraphQLClient> {
  const emailAddress = `${name}@shop.example`;
  const { createRole } = await shop.admin.query(
    gql`
      mutation ($input: CreateRoleInput!) {
        createRole(input: $input) {
          id
        }
      }
    `,
    { input: { code: name, description: name, permissions } },
  );
  await shop.admin.query(
    gql`
      mutation ($input: CreateAdministratorInput!) {
        createAdministrator(input: $input) {
          id
        }
      }
    `,
    { input: { firstName: name, lastName: 'Clerk', emailAddress, password: PASSWORD, roleIds: [createRole.id] } },
  );
  const client = shop.office();
  await client.asUserWithCredentials(emailAddress, PASSWORD);
  return client;
}

/** Gives a payment method another code, as staff may at any time. */
export async function renameMethod({ admin }: Pick<TestShop, 'admin'>, from: string, to: string): Promise<void> {
  const { paymentMethods } = await admin.query(gql`
    {
      paymentMethods {
        items {
          id
          code
        }
      }
    }
  `);
  const { id } = paymentMethods.items.find(({ code }: { code: string }) => code === from);
  await admin.query(
    gql`
      mutation ($input: UpdatePaymentMethodInput!) {
        updatePaymentMethod(input: $input) {
          id
        }
      }
    `,
    { input: { id, code: to } },
  );
}

/** Makes a second channel. @returns its token */
export async function secondChannel(shop: TestShop): Promise<string> {
  const { channels, zones } = await shop.admin.query(gql`
    {
      channels {
        items {
          defaultLanguageCode
          defaultCurrencyCode
        }
      }
      zones {
        items {
          id
        }
      }
    }
  `);
  const token = 'second-token';
  const zone = zones.items[0].id;
  const zonesOfIt = { defaultTaxZoneId: zone, defaultShippingZoneId: zone };
  await shop.admin.query(
    gql`
      mutation ($input: CreateChannelInput!) {
        createChannel(input: $input) {
          __typename
        }
      }
    `,
    { input: { ...channels.items[0], code: 'second', token, pricesIncludeTax: false, ...zonesOfIt } },
  );
  return token;
}
