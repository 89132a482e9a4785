export * from './poll-requests.service.js';
export * from './poll.entity.js';
export * from './poll.worker.js';
