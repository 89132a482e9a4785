import type { DashboardParts } from '../frame/parts.types.js';
import { OrdersController } from './orders.controller.js';

/** Orders: the list, one of them with its story, and what can be done about it. */
export const ORDER_PARTS: DashboardParts = { controllers: [OrdersController], providers: [] };
