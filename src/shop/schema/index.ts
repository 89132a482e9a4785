export * from './schema-readiness.js';
