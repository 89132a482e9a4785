export { ManualClock } from '../support/index.js';
export { orderBody, type OrderBodyInput } from './order.builder.js';
export { signedNotification, type SignedNotification, type SignedNotificationInput } from './signed-notification.js';
