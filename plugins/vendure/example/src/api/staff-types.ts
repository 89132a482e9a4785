/** What the Admin API answers to the questions of `staff-queries.ts`. Money in minor units. */

export interface StaffRefund {
  readonly id: string;
  readonly total: number;
  readonly state: string;
  readonly reason: string | null;
}

export interface StaffPayment {
  readonly id: string;
  readonly method: string;
  readonly amount: number;
  readonly state: string;
  readonly transactionId: string | null;
  readonly refunds: readonly StaffRefund[];
}

export interface OrderRow {
  readonly code: string;
  readonly state: string;
  readonly totalWithTax: number;
  readonly currencyCode: string;
  readonly updatedAt: string;
  readonly customer: { readonly firstName: string; readonly lastName: string } | null;
}

export interface HistoryEntry {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StaffOrder extends Omit<OrderRow, 'updatedAt'> {
  readonly payments: readonly StaffPayment[];
  readonly history: { readonly items: readonly HistoryEntry[] };
}
