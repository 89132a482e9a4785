import type { DashboardParts } from '../frame/parts.types.js';
import { RefundDetailsService } from './refund-details.service.js';
import { RefundsController } from './refunds.controller.js';

/** Refunds, their lanes, and what people decide about them. */
export const REFUND_PARTS: DashboardParts = { controllers: [RefundsController], providers: [RefundDetailsService] };
