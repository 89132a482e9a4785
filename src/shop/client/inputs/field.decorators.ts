import 'reflect-metadata';
import { IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import type { AccountRules, ValueRule } from '../../../protocol/rules/index.js';
import { readScalar, type FieldReading } from './field-reading.js';
import { readInput } from './input-reader.js';
import { accountRulesOf, registerField } from './field-registry.js';

/** A class of the shape of an input. */
export type DtoClass = new () => object;

/** A field that is judged even when it is left out. */
export function RequiredField(rules: readonly ValueRule[], read: FieldReading = readScalar): PropertyDecorator {
  return (target, property) => {
    registerField(target, String(property), read);
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

/** An object of fields, each judged by itself. May be left out. */
export function NestedField(dto: () => DtoClass): PropertyDecorator {
  return (target, property) => {
    OptionalField([], (value, place) => readInput(dto(), value, place))(target, property);
    IsOptional()(target, property);
    ValidateNested()(target, property);
  };
}

/** One rule of the protocol as a decorator of class-validator; the service's code goes along as its context. */
function Follows(rule: ValueRule): PropertyDecorator {
  return ValidateBy(
    {
      name: rule.name,
      validator: {
        validate: (value, args) => {
          const owner = (args?.object ?? {}) as Readonly<Record<string, unknown>>;
          const account: AccountRules = accountRulesOf(owner);
          return rule.isMet(value, { owner, account });
        },
        defaultMessage: () => rule.message,
      },
    },
    { context: { code: rule.code } },
  );
}
