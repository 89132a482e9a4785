import type { DashboardContext } from '../frame/dashboard.layout.js';
import type { RefundFile } from './refund-files.service.js';

/** What one refund's page shows. */
export type RefundPage = RefundFile & { readonly context: DashboardContext };
