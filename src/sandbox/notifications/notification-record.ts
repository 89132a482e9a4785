import type { OrderRecord } from '../orders/index.js';
import type { SandboxNotificationEntity } from './sandbox-notification.entity.js';

/** A notification with what it is about, as it is now. */
export interface NotificationRecord extends OrderRecord {
  readonly notification: SandboxNotificationEntity;
}
