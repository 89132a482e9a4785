/** What the build holds and the package does not export: attacks go through the built code, as a shop's process has it. */
export { destinationAgents } from '../../dist/modules/sandbox/notifications/destination.js';
export { authenticate } from '../../dist/modules/shop/notifications/intake/notification-authenticator.js';
