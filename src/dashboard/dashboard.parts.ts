import { AUDIT_PARTS } from './audit/audit.parts.js';
import { BATCH_PARTS } from './batches/batches.parts.js';
import type { DashboardParts } from './frame/parts.types.js';
import { LIVE_PARTS } from './live/live.parts.js';
import { REFUND_PARTS } from './refunds/refunds.parts.js';
import { NOTIFICATION_PARTS } from './notifications/notifications.parts.js';
import { ORDER_PARTS } from './orders/orders.parts.js';
import { OVERVIEW_PARTS } from './overview/overview.parts.js';
import { SETTINGS_PARTS } from './settings/settings.parts.js';
import { ZONE_PARTS } from './zone/zone.parts.js';

/** The sections of the dashboard. */
export const PARTS: readonly DashboardParts[] = [
  OVERVIEW_PARTS,
  ORDER_PARTS,
  NOTIFICATION_PARTS,
  LIVE_PARTS,
  BATCH_PARTS,
  REFUND_PARTS,
  AUDIT_PARTS,
  SETTINGS_PARTS,
  ZONE_PARTS,
];
