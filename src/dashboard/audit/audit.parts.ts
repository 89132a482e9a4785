import type { DashboardParts } from '../frame/parts.types.js';
import { AuditController } from './audit.controller.js';

/** Everything that people did by hand. */
export const AUDIT_PARTS: DashboardParts = { controllers: [AuditController], providers: [] };
