import type { ServiceFault } from '../http/envelope.js';
import type { ServiceJson } from '../http/service-json.js';
import type { NotificationTicket } from '../notifications/notification-queue.js';

/** What came of a change: data for the answer and the notifications to send, or a refusal. */
export type ChangeOutcome =
  { ok: true; data: ServiceJson; tickets: readonly (NotificationTicket | null)[] } | { ok: false; fault: ServiceFault };
