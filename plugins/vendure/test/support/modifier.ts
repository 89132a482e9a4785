import { gql } from 'graphql-tag';
import type { Staff } from './staff';
import type { TestShop } from './test-shop';

/** Someone who changes orders that were placed. */
export class Modifier {
  constructor(
    private readonly shop: Pick<TestShop, 'admin'>,
    private readonly staff: Staff,
  ) {}

  /** Sets how many of the first line are bought; the order stays in `Modifying`. */
  async modify(code: string, quantity: number, input: Record<string, unknown> = {}): Promise<void> {
    const { id, state, lines } = await this.staff.order(code);
    if (state !== 'Modifying') await this.staff.move(code, 'Modifying');
    const adjustOrderLines = [{ orderLineId: lines[0]!.id, quantity }];
    const { modifyOrder } = await this.shop.admin.query(
      gql`
        mutation ($input: ModifyOrderInput!) {
          modifyOrder(input: $input) {
            ... on ErrorResult {
              message
            }
          }
        }
      `,
      { input: { dryRun: false, orderId: id, adjustOrderLines, ...input } },
    );
    if (modifyOrder.message) throw new Error(modifyOrder.message);
  }

  /** Takes what is left to pay over the counter. */
  async payInCash(code: string): Promise<void> {
    const { id: orderId } = await this.staff.order(code);
    const { addManualPaymentToOrder } = await this.shop.admin.query(
      gql`
        mutation ($input: ManualPaymentInput!) {
          addManualPaymentToOrder(input: $input) {
            ... on ErrorResult {
              message
            }
          }
        }
      `,
      { input: { orderId, method: 'cash', metadata: {} } },
    );
    if (addManualPaymentToOrder.message) throw new Error(addManualPaymentToOrder.message);
  }

  /** Whether each modification of an order is paid or given back, oldest first: Vendure derives it from what was asked for, too. */
  async settled(code: string): Promise<boolean[]> {
    const { orders } = await this.shop.admin.query(
      gql`
        query ($code: String!) {
          orders(options: { filter: { code: { eq: $code } } }) {
            items {
              modifications {
                isSettled
                payment {
                  id
                }
                refund {
                  id
                }
              }
            }
          }
        }
      `,
      { code },
    );
    return orders.items[0].modifications.map(({ isSettled }: { isSettled: boolean }) => isSettled);
  }

  /** Gives everything back; Vendure shares it out among the payments. */
  async refundAll(code: string, shipping: number): Promise<void> {
    const { payments, lines } = await this.staff.order(code);
    const { refundOrder } = await this.shop.admin.query(
      gql`
        mutation ($input: RefundOrderInput!) {
          refundOrder(input: $input) {
            ... on ErrorResult {
              message
            }
          }
        }
      `,
      {
        input: {
          paymentId: payments[0]!.id,
          lines: lines.map(({ id, quantity }) => ({ orderLineId: id, quantity })),
          shipping,
          adjustment: 0,
          reason: 'All of it',
        },
      },
    );
    if (refundOrder.message) throw new Error(refundOrder.message);
  }
}
