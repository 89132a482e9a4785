import type { DashboardParts } from '../frame/parts.types.js';
import { TimeZoneController } from './time-zone.controller.js';

/** The zone in which times are shown. */
export const ZONE_PARTS: DashboardParts = { controllers: [TimeZoneController], providers: [] };
