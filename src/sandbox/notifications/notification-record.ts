import type { OrderRecord } from '../orders/index.js';
import type { SandboxNotificationEntity } from './sandbox-notification.entity.js';

/** A notification with the current state of its order. */
export interface NotificationRecord extends OrderRecord {
  readonly notification: SandboxNotificationEntity;
}
