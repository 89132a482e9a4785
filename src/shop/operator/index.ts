export * from './order-dossier.service.js';
export type * from './order-dossier.types.js';
export * from './plain-words.js';
export * from './order-search.service.js';
export type * from './order-search.types.js';
export * from './order-desk.service.js';
export * from './replay.types.js';
export * from './stored-notifications.service.js';
export { OPERATOR_PROVIDERS } from './operator.providers.js';
