import type { ServiceJson, Refused } from '../../core/index.js';
import type { NotificationTicket } from '../../notifications/index.js';

/** The result of a change: data for the answer and the notifications to send, or a refusal. */
export type ChangeOutcome = { ok: true; data: ServiceJson; tickets: readonly (NotificationTicket | null)[] } | Refused;
