export * from './decision.entity.js';
export * from './decisions.service.js';
