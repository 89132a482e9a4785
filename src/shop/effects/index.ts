export { EffectsModule } from './effects.module.js';
export { type HandledEvent, toEvent } from './effect-event.js';
export { EffectEntity } from './effect.entity.js';
export { EffectsService } from './effects.service.js';
export { HandlerExplorer, type PaymentHandler } from './handler-explorer.js';
export { OnPayment, type OnPaymentOptions } from './on-payment.decorator.js';
export { OnRefund } from './on-refund.decorator.js';
export type { EffectRun, EffectTransport, HandedEffect } from './outbox/effect-transport.js';
export type { EffectReplayState, FailedCount, FailedTarget } from './outbox/failed-effects.js';
export { HandOver, type HandOverFigures } from './outbox/hand-over.js';
export { EffectsDispatcher } from './outbox/effects-dispatcher.js';
export {
  type EffectDecision,
  type EffectDecisionOutcome,
  type EffectReplayOptions,
  type EffectReplayProgress,
  type EffectReplayReport,
  type FailedEffect,
  TillbridgeEffects,
} from './outbox/tillbridge-effects.js';
export type { RecordedEffects } from './outbox/own-effects.js';
export { OutboxEntity } from './outbox/outbox.entity.js';
export { PreparedEffects } from './outbox/prepared-effects.js';
export type { PaymentEvent, PaymentEventKind } from './payment-event.js';
export {
  isRefundTransition,
  type RefundEvent,
  type RefundEventKind,
  toRefundEventKind,
  toTransitionKind,
  type TransitionRefund,
} from './refund-event.js';
export type { HandlerOptions } from './subscriptions.js';
