export * from './create-order.dto.js';
export * from './judge-input.js';
export * from './order-change.dto.js';
export * from './refund.dto.js';
