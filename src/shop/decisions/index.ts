export { DecisionsModule } from './decisions.module.js';
export { DECISION_KINDS, DECISION_WIDTH, DecisionEntity, type DecisionKind } from './decision.entity.js';
export { Decisions, type DecisionSubject, type RecordedDecision } from './decisions.js';
export { checkedDecision, type OperatorDecision } from './operator-decision.js';
