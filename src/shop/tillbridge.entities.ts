import { EffectDecisionEntity, EffectEntity, OutboxEntity } from './effects/index.js';
import { NotificationEntity } from './notifications/index.js';
import { ObservationEntity, PaymentOrderEntity, TransitionEntity } from './orders/index.js';

/** Every entity of the module, for the host's TypeORM DataSource. */
export const tillbridgeEntities = [
  PaymentOrderEntity,
  NotificationEntity,
  ObservationEntity,
  TransitionEntity,
  EffectEntity,
  OutboxEntity,
  EffectDecisionEntity,
] as const;
