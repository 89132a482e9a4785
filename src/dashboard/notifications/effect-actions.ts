import type { OperatorDecision } from '../../shop/decisions/index.js';
import type { TillbridgeEffects } from '../../shop/effects/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';

/** The actions on a failed effect. */
export const EFFECT_ACTIONS = ['replay', 'discard'] as const;

/** One of {@link EFFECT_ACTIONS}. */
export type EffectAction = (typeof EFFECT_ACTIONS)[number];

/** Whether it is an action on effects. */
export const isEffectAction = (action: string): action is EffectAction =>
  (EFFECT_ACTIONS as readonly string[]).includes(action);

/** An action on one effect. */
interface Asked {
  readonly id: string;
  readonly action: EffectAction;
  readonly decision: OperatorDecision;
  readonly labels: DashboardLabels['tasks'];
}

/** Carries the action out. @returns the text for the user */
export async function decideEffect(
  effects: TillbridgeEffects,
  { id, action, decision, labels }: Asked,
): Promise<string> {
  const { ok } = await effects[action](id, decision);
  return ok ? labels[action].done : labels.notDone;
}
