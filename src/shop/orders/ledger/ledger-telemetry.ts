import type { Attributes } from '@opentelemetry/api';
import { ATTRIBUTE, count } from '../../telemetry/index.js';
import type { Observation, ObserveOutcome } from './ledger.types.js';
import type { TransitionEntity } from '../entities/transition.entity.js';

type Seen = Pick<Observation, 'group' | 'serviceOrderId' | 'source'>;

/** Attributes for the span of a transaction, by the observations in it. */
export function ledgerAttributes(seen: readonly Seen[]): Attributes {
  const [first] = seen;
  const one = first && { [ATTRIBUTE.group]: first.group, [ATTRIBUTE.orderId]: first.serviceOrderId };
  return { [ATTRIBUTE.batchSize]: seen.length, [ATTRIBUTE.source]: first?.source ?? '', ...(seen.length === 1 && one) };
}

/** Counts observations, after the commit. */
export function countObservations(seen: readonly Seen[], outcomes: readonly ObserveOutcome[]): void {
  for (const [index, { group, source }] of seen.entries()) {
    const outcome = outcomes[index];
    // Nothing was decided: it is observed once more, by itself.
    if (outcome?.kind === 'locked') continue;
    const decision = outcome?.kind ?? '';
    const isContradicted = outcome?.kind === 'ask' && outcome.notBefore !== undefined;
    if (isContradicted) count('contradictions', { [ATTRIBUTE.group]: group, [ATTRIBUTE.source]: source });
    count('observations', {
      [ATTRIBUTE.group]: group,
      [ATTRIBUTE.source]: source,
      [ATTRIBUTE.decision]: decision,
    });
  }
}

/** Counts transitions, after the commit. */
export function countTransitions(transitions: readonly TransitionEntity[]): void {
  for (const { group, kind, source } of transitions)
    count('transitions', { [ATTRIBUTE.group]: group, [ATTRIBUTE.kind]: kind, [ATTRIBUTE.source]: source });
}
