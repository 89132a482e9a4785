/**
 * The second link of an order (`second_chance`), which the service mails to a shopper who has not paid. Times in epoch
 * milliseconds.
 */
export interface SandboxSecondChance {
  readonly orderId: string;
  readonly group: string;
  /**
   * `none`: the shop has not requested one. `waiting`: the payment is not abandoned, or is paid. `planned`: it will be
   * mailed. `mailed`: the shopper has it. `over`: it has led to a payment or cannot be used any more.
   */
  readonly state: 'none' | 'waiting' | 'planned' | 'mailed' | 'over';
  /** When it will be mailed. */
  readonly dueAt: number | null;
  readonly mailedAt: number | null;
  /** The link, while it can be used. */
  readonly paymentUrl: string | null;
}
