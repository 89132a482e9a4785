export * from './order-search.service.js';
export type * from './order-search.types.js';
export * from './order-desk.service.js';
export * from './replay.types.js';
export * from './stored-notifications.service.js';
