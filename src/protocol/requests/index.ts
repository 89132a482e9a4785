export * from './order.requests.js';
export * from './request.types.js';
