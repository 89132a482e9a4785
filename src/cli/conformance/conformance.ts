import { REFUSING_RULES } from './refusing.rules.js';
import type { ConformanceRule, RuleVerdict } from './rule.types.js';
import type { Stage } from './stage.js';
import { FIRST_RULES, isAskedFor, LAST_RULES, TAKING_RULES } from './taking.rules.js';

/** Every rule, in the order of the tests. */
export const CONFORMANCE_RULES: readonly ConformanceRule[] = [
  ...FIRST_RULES,
  ...TAKING_RULES,
  ...REFUSING_RULES,
  ...LAST_RULES,
];

/** The rule that most others depend on. */
const GENUINE = 'acknowledges';

/**
 * Tests each rule of the merchant's side that can be observed from outside, one request after the other.
 *
 * @param onRule - called before each rule with the number of finished rules
 * @returns a verdict on each; after `signal` has aborted, only on those that were tested
 */
export async function examine(
  stage: Stage,
  { onRule, signal }: { readonly onRule: (done: number) => void; readonly signal: AbortSignal },
): Promise<readonly RuleVerdict[]> {
  const verdicts: RuleVerdict[] = [];
  for (const rule of CONFORMANCE_RULES) {
    onRule(verdicts.length);
    const verdict = await judge(rule, stage, verdicts);
    if (signal.aborted) return verdicts;
    verdicts.push(verdict);
  }
  return verdicts;
}

async function judge(rule: ConformanceRule, stage: Stage, before: readonly RuleVerdict[]): Promise<RuleVerdict> {
  const { check, needsGenuine, ...what } = rule;
  const skipped = (seen: string): RuleVerdict => ({ ...what, verdict: 'skipped', seen });
  if (!isAskedFor(rule, stage)) return skipped('Not asked for: --get tries it.');
  const isGenuineTaken = before.some(({ id, verdict }) => id === GENUINE && verdict === 'held');
  if (needsGenuine && !isGenuineTaken) return skipped('It would say nothing while a genuine one is not acknowledged.');
  const { held, seen } = await check(stage);
  return { ...what, verdict: held ? 'held' : 'broken', seen };
}
