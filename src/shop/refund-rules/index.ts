export * from './refund-rule-limits.js';
export * from './refund-rules.js';
export * from './refund-rules.types.js';
