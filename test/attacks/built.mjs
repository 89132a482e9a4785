/** What the build holds and the package does not export: attacks go through the built code, as a shop's process has it. */
export { destinationAgents } from '../../dist/esm/sandbox/notifications/destination.js';
export { authenticate } from '../../dist/esm/shop/notifications/intake/notification-authenticator.js';
