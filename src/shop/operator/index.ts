export * from './order-desk.service.js';
export * from './replay.types.js';
export * from './stored-notifications.service.js';
