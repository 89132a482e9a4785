export * from './client.service.js';
export * from './client.transport.js';
export * from './outcome.js';
export * from './service-caller.js';
