import { getMetadataStorage } from 'class-validator';
import { RefundRuleOptions } from '../../src/shop/core/options/refund-rule.options.js';
import { toRefundRules } from '../../src/shop/core/refund-rules/refund-rules.js';

/** One rule of refunds with its bounds, from its class. */
export interface RuleBounds {
  readonly rule: string;
  readonly min: number;
  readonly max: number;
  readonly byDefault: number | readonly number[];
}

/** The bounds and defaults of all rules of refunds that are numbers or lists of waits. */
export function refundRuleBounds(): RuleBounds[] {
  const defaults = Object.entries(toRefundRules());
  const rules = getMetadataStorage().getTargetValidationMetadatas(RefundRuleOptions, '', true, false);
  return rules.flatMap(({ propertyName: rule, constraints }): RuleBounds[] => {
    const [min, max] = (constraints ?? []) as unknown[];
    if (typeof min !== 'number' || typeof max !== 'number') return [];
    const [, byDefault] = defaults.find(([name]) => name === rule) ?? [];
    return [{ rule, min, max, byDefault: byDefault as number | readonly number[] }];
  });
}
