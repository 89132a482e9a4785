import { IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import type { AccountRules, ValueRule } from '../../../protocol/rules/index.js';
import { contextOf, Must, Read, readScalar, type FieldReading } from '../../core/index.js';

/** A field that is judged even when it is left out. */
export function RequiredField(rules: readonly ValueRule[], read: FieldReading = readScalar): PropertyDecorator {
  return (target, property) => {
    Read(read)(target, property);
    for (const rule of rules) Follows(rule)(target, property);
  };
}

/** A field that is judged unless it is `null` or `undefined`. */
export function OptionalField(rules: readonly ValueRule[], read: FieldReading = readScalar): PropertyDecorator {
  return (target, property) => {
    // Nothing to skip without rules; and class-validator had better not touch what it has no business with.
    if (rules.length > 0) IsOptional()(target, property);
    RequiredField(rules, read)(target, property);
  };
}

/** A rule of a filter. `null` is not left out: it might have been meant to filter, and would list everything. */
export const IfGiven =
  (...rule: Parameters<typeof Must>): PropertyDecorator =>
  (target, name) => {
    ValidateIf((_, value) => value !== undefined)(target, name);
    Must(...rule)(target, name);
  };

/** One rule of the protocol as a decorator of class-validator; the service's code goes along as its context. */
function Follows(rule: ValueRule): PropertyDecorator {
  return ValidateBy(
    {
      name: rule.name,
      validator: {
        validate: (value, args) => {
          const owner = (args?.object ?? {}) as Readonly<Record<string, unknown>>;
          const account: AccountRules = contextOf(owner);
          return rule.isMet(value, { owner, account });
        },
        defaultMessage: () => rule.message,
      },
    },
    { context: { code: rule.code } },
  );
}
