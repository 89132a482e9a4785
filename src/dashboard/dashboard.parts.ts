import type { DashboardParts } from './frame/parts.types.js';
import { LIVE_PARTS } from './live/live.parts.js';
import { SETTINGS_PARTS } from './settings/settings.parts.js';

/** The sections of the dashboard. */
export const PARTS: readonly DashboardParts[] = [LIVE_PARTS, SETTINGS_PARTS];
