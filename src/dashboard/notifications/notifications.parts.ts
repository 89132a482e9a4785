import type { DashboardParts } from '../frame/parts.types.js';
import { DashboardNotificationsController } from './dashboard-notifications.controller.js';
import { ReplayRunsService } from './replay-runs.service.js';

/** Notifications, refused requests, and effects that were given up. */
export const NOTIFICATION_PARTS: DashboardParts = {
  controllers: [DashboardNotificationsController],
  providers: [ReplayRunsService],
};
