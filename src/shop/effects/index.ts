export * from './dispatcher.service.js';
export * from './effect.entity.js';
export * from './effects.service.js';
export * from './failed-effects.service.js';
export { HandlerCalls } from './handler-calls.js';
export * from './handlers.registry.js';
export * from './on-payment.decorator.js';
export * from './outbox.entity.js';
export * from './payment-event.js';
