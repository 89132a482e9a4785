import type { OperatorDecision } from '../../shop/decisions/index.js';
import type { TillbridgeEffects } from '../../shop/effects/index.js';

/** What can be done with an effect that was given up, and what is said when it is done. */
export const EFFECT_ACTIONS = {
  replay: 'It is run once more, under the id it always had.',
  discard: 'The task is discarded. This stays in the story of its order.',
} as const;

/** What can be done with an effect that was given up. */
export type EffectAction = keyof typeof EFFECT_ACTIONS;

/** Whether it is one of them. */
export const isEffectAction = (action: string): action is EffectAction => Object.hasOwn(EFFECT_ACTIONS, action);

/** Does it. @returns the text for the user */
export async function decideEffect(
  effects: TillbridgeEffects,
  { id, action, decision }: { id: string; action: EffectAction; decision: OperatorDecision },
): Promise<string> {
  const { ok } = await effects[action](id, decision);
  return ok
    ? EFFECT_ACTIONS[action]
    : 'Nothing was done: the task has not failed, or not any more. Someone was faster.';
}
