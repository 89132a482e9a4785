export { authenticate } from '../../src/shop/notifications/notification-authenticator.js';
