/** Small pure helpers that every room may use. */
export * from './accept-language.js';
export * from './backoff.js';
export * from './clock.js';
export * from './cron-expression.js';
export * from './ids.js';
export * from './in-steps.js';
export * from './known-names.js';
export * from './mask-personal.js';
export * from './page.js';
export * from './redact.js';
export * from './repeat-limit.js';
export * from './source-address.js';
export * from './storable-text.js';
