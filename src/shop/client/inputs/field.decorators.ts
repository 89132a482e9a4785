import { IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import type { AccountRules, ValueRule } from '../../../protocol/rules/index.js';
import { contextOf, Must, OpenFields, Read, readScalar, type FieldReading } from '../../core/index.js';

/** The rules for each field of an input. An unknown or missing name does not compile. */
export type InputFields<T> = {
  readonly [Name in keyof T as string extends Name ? never : number extends Name ? never : Name]-?: PropertyDecorator;
};

/**
 * The class that copies and checks an input. Names, types and descriptions of its fields stand only in the interface; this
 * class adds the rules, as decorators of class-validator.
 *
 * @param fields - in the order in which faults are listed
 * @param others - `open`: further fields are passed on unchanged; by default they are faults
 * @example
 * ```ts
 * const ParcelDto = inputOf<{ carrier?: string }>({ carrier: OptionalField([]) });
 * ```
 */
export function inputOf<T extends object>(fields: InputFields<T>, others?: 'open'): new () => T {
  const shape = class {};
  for (const [name, decorate] of Object.entries<PropertyDecorator>(fields)) decorate(shape.prototype, name);
  if (others === 'open') OpenFields()(shape);
  return shape as new () => T;
}

/** A field that is checked even when it is left out. */
export function RequiredField(rules: readonly ValueRule[], read: FieldReading = readScalar): PropertyDecorator {
  return (target, property) => {
    Read(read)(target, property);
    for (const rule of rules) Follows(rule)(target, property);
  };
}

/** A field that is checked unless it is `null` or `undefined`. */
export function OptionalField(rules: readonly ValueRule[], read: FieldReading = readScalar): PropertyDecorator {
  return (target, property) => {
    IsOptional()(target, property);
    RequiredField(rules, read)(target, property);
  };
}

/** A rule of a filter. `null` does not count as left out: it may have been meant as a filter, and would list everything. */
export const IfGiven =
  (...rule: Parameters<typeof Must>): PropertyDecorator =>
  (target, name) => {
    ValidateIf((_, value) => value !== undefined)(target, name);
    Must(...rule)(target, name);
  };

/** One rule of the protocol as a decorator of class-validator. The service's code is its context. */
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
