export * from './account.requests.js';
export * from './list-transactions.requests.js';
export * from './list-transactions.types.js';
export * from './order.requests.js';
export * from './request.types.js';
export * from './terminal.requests.js';
