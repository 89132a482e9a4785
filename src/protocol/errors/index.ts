export * from './error-code.types.js';
export * from './error-codes.js';
export * from './service-error.js';
