import type { DashboardContext } from '../frame/dashboard.layout.js';
import type { RefundDetails } from './refund-details.service.js';

/** The content of one refund's page. */
export type RefundPage = RefundDetails & { readonly context: DashboardContext };
