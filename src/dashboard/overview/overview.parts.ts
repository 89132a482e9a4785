import type { DashboardParts } from '../frame/parts.types.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';

/** How payments fare, at a glance. */
export const OVERVIEW_PARTS: DashboardParts = { controllers: [OverviewController], providers: [OverviewService] };
