import { gql } from 'graphql-tag';
import type { Shopper } from './shopper';
import type { TestShop } from './test-shop';

/** Makes a coupon that takes a tenth off. @returns the id of its promotion */
export async function addCoupon(
  { admin }: Pick<TestShop, 'admin'>,
  couponCode: string,
  input: Record<string, unknown> = {},
): Promise<string> {
  const { createPromotion } = await admin.query(
    gql`
      mutation ($input: CreatePromotionInput!) {
        createPromotion(input: $input) {
          ... on Promotion {
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
        enabled: true,
        couponCode,
        conditions: [],
        actions: [{ code: 'order_percentage_discount', arguments: [{ name: 'discount', value: '10' }] }],
        translations: [{ languageCode: 'en', name: couponCode }],
        ...input,
      },
    },
  );
  if (!createPromotion.id) throw new Error(createPromotion.message);
  return createPromotion.id;
}

/** Has a promotion end a moment ago. */
export async function endPromotion({ admin }: Pick<TestShop, 'admin'>, id: string): Promise<void> {
  await admin.query(
    gql`
      mutation ($input: UpdatePromotionInput!) {
        updatePromotion(input: $input) {
          __typename
        }
      }
    `,
    { input: { id, endsAt: new Date(Date.now() - 1_000).toISOString() } },
  );
}

/** Enters a coupon. @returns what the order costs with it */
export async function useCoupon({ client }: Shopper, couponCode: string): Promise<number> {
  const { applyCouponCode } = await client.query(
    gql`
      mutation ($couponCode: String!) {
        applyCouponCode(couponCode: $couponCode) {
          ... on Order {
            totalWithTax
          }
          ... on ErrorResult {
            message
          }
        }
      }
    `,
    { couponCode },
  );
  if (!applyCouponCode.totalWithTax) throw new Error(applyCouponCode.message);
  return applyCouponCode.totalWithTax;
}
