import type { DashboardParts } from '../frame/parts.types.js';
import { SettingsController } from './settings.controller.js';

/** How the shop is set up. */
export const SETTINGS_PARTS: DashboardParts = { controllers: [SettingsController], providers: [] };
