import type { Provider, Type } from '@nestjs/common';
import { AuditController } from './audit/audit.controller.js';
import { BatchUploadsService } from './batches/batch-uploads.service.js';
import { BatchesController } from './batches/batches.controller.js';
import { CheckedFiles } from './batches/checked-files.js';
import { UploadBodies } from './batches/upload-bodies.js';
import { EventsController } from './live/events.controller.js';
import { LiveUpdatesService } from './live/live-updates.service.js';
import { DashboardNotificationsController } from './notifications/dashboard-notifications.controller.js';
import { ReplayRunsService } from './notifications/replay-runs.service.js';
import { OrderListController } from './orders/order-list.controller.js';
import { OrdersController } from './orders/orders.controller.js';
import { RefundedArticles } from './orders/refunded-articles.js';
import { StaffRefunds } from './orders/staff-refunds.js';
import { SurplusRefunds } from './orders/surplus-refunds.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewService } from './overview/overview.service.js';
import { RefundDetailsService } from './refunds/refund-details.service.js';
import { RefundsController } from './refunds/refunds.controller.js';
import { SettingsController } from './settings/settings.controller.js';
import { TimeZoneController } from './zone/time-zone.controller.js';

/**
 * The controllers of all sections, with paths below the dashboard's own. The module mounts a guarded subclass of each
 * (decision 022). Batches come before refunds; otherwise `/refunds/batches` would be the page of a refund.
 */
export const CONTROLLERS: readonly Type[] = [
  OverviewController,
  OrderListController,
  OrdersController,
  DashboardNotificationsController,
  EventsController,
  BatchesController,
  RefundsController,
  AuditController,
  SettingsController,
  TimeZoneController,
];

/** Providers that these controllers need besides the frame. */
export const PROVIDERS: readonly Provider[] = [
  StaffRefunds,
  RefundedArticles,
  SurplusRefunds,
  OverviewService,
  ReplayRunsService,
  LiveUpdatesService,
  BatchUploadsService,
  CheckedFiles,
  UploadBodies,
  RefundDetailsService,
];
