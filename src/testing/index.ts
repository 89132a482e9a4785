export { ManualClock } from '../support/index.js';
export { orderBody, type OrderBodyInput } from './order.builder.js';
export { rehearse, RehearsalFailed, type Rehearsal, type RehearseOptions } from './rehearse.js';
export { signedNotification, type SignedNotification, type SignedNotificationInput } from './signed-notification.js';
