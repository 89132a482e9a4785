export { SandboxNotificationsModule } from './sandbox-notifications.module.js';
export { SandboxDeliveryEntity } from './sandbox-delivery.entity.js';
export type {
  DeliveryTrigger,
  DeliveryVerdict,
  NotificationsPage,
  NotificationsQuery,
  SandboxDelivery,
  SandboxNotification,
} from './delivery.types.js';
export { NotificationArchive } from './notification-archive.js';
export { NotificationAdminService } from './notification-admin.service.js';
export { NotificationQueue, type NotificationTicket } from './notification-queue.js';
export { NotificationSender } from './notification-sender.js';
export {
  type NotificationCause,
  type NotificationState,
  SandboxNotificationEntity,
} from './sandbox-notification.entity.js';
export { ResendTimer } from './resend-timer.js';
