import { ORDER_STATUSES, ORDER_STATUS_TABLE } from '../../protocol/index.js';

/** Statuses of orders that were paid, also where the money went back later. */
export const PAID_STATUSES = ORDER_STATUSES.filter((status) => ORDER_STATUS_TABLE[status].paid);
