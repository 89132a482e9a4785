import { CallBudgetEntity } from './data-source/index.js';
import { DecisionEntity } from './decisions/index.js';
import { EffectEntity, OutboxEntity } from './effects/index.js';
import { NotificationEntity, NotificationPartEntity } from './notifications/index.js';
import { ProcessEntity } from './diagnostics/index.js';
import { AttemptEntity, ObservationEntity, PaymentOrderEntity, TransitionEntity } from './orders/index.js';
import { PollEntity } from './poll-schedule/index.js';
import { SweepEntity } from './polling/index.js';
import {
  RefundBatchEntity,
  RefundEntity,
  RefundEvidenceEntity,
  RefundLaneEntity,
  RefundWatchEntity,
} from './refund-records/index.js';

/** A shop may export a list with these in it: the compiler cannot write down classes that the package does not export. */
type Entity = new () => object;

/** Every entity of the module, for the host's TypeORM DataSource. */
export const tillbridgeEntities: readonly [Entity, ...Entity[]] = [
  PaymentOrderEntity,
  AttemptEntity,
  NotificationEntity,
  NotificationPartEntity,
  ObservationEntity,
  TransitionEntity,
  EffectEntity,
  OutboxEntity,
  DecisionEntity,
  PollEntity,
  SweepEntity,
  RefundEntity,
  RefundEvidenceEntity,
  RefundWatchEntity,
  RefundLaneEntity,
  RefundBatchEntity,
  ProcessEntity,
  CallBudgetEntity,
];
