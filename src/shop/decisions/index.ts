export { DecisionsModule } from './decisions.module.js';
export { DecisionEntity, type DecisionKind } from './decision.entity.js';
export { Decisions, type DecisionSubject, type OperatorDecision, type RecordedDecision } from './decisions.js';
