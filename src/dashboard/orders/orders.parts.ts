import type { DashboardParts } from '../frame/parts.types.js';
import { OrderListController } from './order-list.controller.js';
import { OrdersController } from './orders.controller.js';
import { StaffRefunds } from './staff-refunds.js';
import { SurplusRefunds } from './surplus-refunds.js';

/** Orders: the list, one of them with its story, and what can be done about it. */
export const ORDER_PARTS: DashboardParts = {
  controllers: [OrderListController, OrdersController],
  providers: [StaffRefunds, SurplusRefunds],
};
