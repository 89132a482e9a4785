export { destinationAgents } from '../../src/sandbox/notifications/destination.js';
export { authenticate } from '../../src/shop/notifications/intake/notification-authenticator.js';
