export * from './events.responses.js';
export * from './order.responses.js';
export * from './payment-methods.responses.js';
export * from './terminals.responses.js';
export * from './transactions.responses.js';
export * from './transactions.types.js';
