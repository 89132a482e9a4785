import type { DashboardParts } from '../frame/parts.types.js';
import { OrdersController } from './orders.controller.js';
import { StaffRefunds } from './staff-refunds.js';
import { SurplusRefunds } from './surplus-refunds.js';

/** Orders: the list, one of them with its story, and what can be done about it. */
export const ORDER_PARTS: DashboardParts = {
  controllers: [OrdersController],
  providers: [StaffRefunds, SurplusRefunds],
};
