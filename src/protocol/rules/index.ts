export * from './amount.rules.js';
export * from './change.rules.js';
export * from './order.rules.js';
export * from './text.rules.js';
export * from './value-rule.js';
