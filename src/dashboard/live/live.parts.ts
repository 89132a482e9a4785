import type { DashboardParts } from '../frame/parts.types.js';
import { EventsController } from './events.controller.js';
import { LiveUpdatesService } from './live-updates.service.js';

/** What keeps open pages up to date. */
export const LIVE_PARTS: DashboardParts = { controllers: [EventsController], providers: [LiveUpdatesService] };
