/** What was erased of an order, and what had to be kept because it is still needed. */
export interface OrderErasure {
  /** Notifications whose content was erased now. */
  readonly notifications: number;
  /** Notifications that wait to be applied, or for a person (`parked`): replay them or let them end, then erase again. */
  readonly keptNotifications: number;
  /** Refunds that may still be sent, and keep the data they must send: erase again when they are over. */
  readonly keptRefunds: number;
  /** False for an order that may still be paid: its payment pages are needed until then. */
  readonly paymentPages: boolean;
}
