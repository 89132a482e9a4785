export * from './key-ring.js';
export * from './terminal-groups.service.js';
