export * from '../refund-rules/index.js';
