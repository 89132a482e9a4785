export * from './capability-ring.js';
export * from './foreign-id.js';
export * from './group-name.js';
export * from './key-ring.js';
export * from './terminal-groups.service.js';
