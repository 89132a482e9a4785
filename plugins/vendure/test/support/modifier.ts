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
    await this.mutate('modifyOrder', 'ModifyOrderInput', { dryRun: false, orderId: id, adjustOrderLines, ...input });
  }

  /** Takes what is left to pay over the counter. */
  async payInCash(code: string): Promise<void> {
    const { id: orderId } = await this.staff.order(code);
    await this.mutate('addManualPaymentToOrder', 'ManualPaymentInput', { orderId, method: 'cash', metadata: {} });
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
    await this.mutate('refundOrder', 'RefundOrderInput', {
      paymentId: payments[0]!.id,
      lines: lines.map(({ id, quantity }) => ({ orderLineId: id, quantity })),
      shipping,
      adjustment: 0,
      reason: 'All of it',
    });
  }

  /** @throws Error with the message of an answer that is an error */
  private async mutate(name: string, type: string, input: Record<string, unknown>): Promise<void> {
    const { [name]: answer } = await this.shop.admin.query(
      gql`
        mutation ($input: ${type}!) {
          ${name}(input: $input) {
            ... on ErrorResult {
              message
            }
          }
        }
      `,
      { input },
    );
    if (answer.message) throw new Error(answer.message);
  }
}
