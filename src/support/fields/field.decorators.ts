import { IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import { readAsIs, type FieldReading, type FieldPlace } from './field-reading.js';
import { noteField, type FieldFacts, type Shape } from './fields.js';
import { readFields } from './read-fields.js';

const Noted =
  (facts: FieldFacts): PropertyDecorator =>
  (target, name) =>
    noteField(target, name, facts);

/** Sets how a field is read. Default: text, a number, true or false, or a list of these. */
export const Read = (read: FieldReading): PropertyDecorator => Noted({ read });

/** A field that is not copied. @param below - the class of the names below it; `isEach`: in each entry */
export const AsIs = (below?: () => Shape, isEach = false): PropertyDecorator =>
  Noted({ read: readAsIs, below, isEach });

/** A field that holds an object of another class. */
export const Nested =
  (shape: () => Shape): PropertyDecorator =>
  (target, name) => {
    Noted({ read: (value, place) => readFields(shape(), value, place), below: shape })(target, name);
    IsOptional()(target, name);
    ValidateNested()(target, name);
  };

/** A field that holds a list of objects of another class. */
export const NestedList =
  (shape: () => Shape): PropertyDecorator =>
  (target, name) => {
    const read = (value: unknown, place: FieldPlace): unknown =>
      Array.isArray(value)
        ? value.map((each, index) => readFields(shape(), each, { ...place, path: `${place.path}.${index}` }))
        : value;
    Noted({ read, below: shape, isEach: true })(target, name);
    ValidateNested({ each: true })(target, name);
  };

/** One decorator with one rule and one message: `name must be …`. @param constraints - the parts of the rule */
export const Must =
  (rule: string, isMet: (value: unknown) => boolean, constraints: unknown[] = []): PropertyDecorator =>
  (target, name) => {
    noteField(target, name);
    const defaultMessage = (): string => `${String(name)} must ${rule}`;
    ValidateBy({ name: rule, constraints, validator: { validate: isMet, defaultMessage } })(target, name);
  };

/** {@link Must} for an optional field. */
export const May =
  (...rule: Parameters<typeof Must>): PropertyDecorator =>
  (target, name) => {
    IsOptional()(target, name);
    Must(...rule)(target, name);
  };

/** A number between two limits, limits included. Optional. */
export const Between = (min: number, max: number): PropertyDecorator =>
  May(`be a number from ${min} to ${max}`, (value) => typeof value === 'number' && value >= min && value <= max, [
    min,
    max,
  ]);

/** Whether a value is a whole number between two limits, limits included. */
export const isWhole = (value: unknown, min: number, max: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;

/** A whole number between two limits, limits included. Optional. */
export const Whole = (min: number, max: number): PropertyDecorator =>
  May(`be a whole number from ${min} to ${max}`, (value) => isWhole(value, min, max), [min, max]);

/** One of a few words. Optional. */
export const OneOf = (...words: readonly string[]): PropertyDecorator =>
  May(`be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`, (value) => words.some((word) => word === value));

/** True or false. Optional. */
export const Flag = (): PropertyDecorator => May('be true or false', (value) => typeof value === 'boolean');
