export * from './refund-rule-limits.js';
export * from './refund-rules.js';
