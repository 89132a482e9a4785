import type { DashboardContext } from '../frame/dashboard.layout.js';
import type { RefundDetails } from './refund-details.service.js';

/** What one refund's page shows. */
export type RefundPage = RefundDetails & { readonly context: DashboardContext };
