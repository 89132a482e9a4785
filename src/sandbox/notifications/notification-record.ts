import type { OrderRecord } from '../orders/index.js';
import type { SandboxNotificationEntity } from './sandbox-notification.entity.js';

/** A notification with its order, in the current state of the try that it reports. */
export interface NotificationRecord extends OrderRecord {
  readonly notification: SandboxNotificationEntity;
}
