import type { StaffOrder, StaffPayment } from '../api/staff-types';

/** What can still be given back of a payment, in minor units: a failed refund does not count. */
export const refundable = ({ state, amount, refunds }: StaffPayment): number =>
  state === 'Settled'
    ? amount - refunds.filter((each) => each.state !== 'Failed').reduce((sum, { total }) => sum + total, 0)
    : 0;

/** The payment of which money can be given back. */
export const refundablePayment = ({ payments }: StaffOrder): StaffPayment | undefined =>
  payments.find((payment) => refundable(payment) > 0);
