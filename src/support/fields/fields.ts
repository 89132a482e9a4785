import 'reflect-metadata';
import type { NameTree } from '../known-names.js';
import { readValue, type FieldReading } from './field-reading.js';

/** A class whose decorators define its fields. */
export type Shape<T extends object = object> = new () => T;

/** What is known of a field besides its rules. */
export interface FieldFacts {
  /** How it is read. */
  readonly read: FieldReading;
  /** The class of the objects in the field, if it holds objects. */
  readonly below?: (() => Shape) | undefined;
  /** Whether the field holds a list or record of such objects. */
  readonly isEach?: boolean;
}

const FIELDS = Symbol('tillbridge:fields');
const OPEN = Symbol('tillbridge:open');

/** The fields of a class and of the classes it extends, in the order of their declaration. */
export const fieldsOf = (shape: Shape): ReadonlyMap<string, FieldFacts> => fieldsAt(shape.prototype as object);

const fieldsAt = (prototype: object): ReadonlyMap<string, FieldFacts> =>
  (Reflect.getMetadata(FIELDS, prototype) as ReadonlyMap<string, FieldFacts> | undefined) ?? new Map();

/** Records that a class has a field, and how it is read if that is given. */
export function noteField(prototype: object, name: string | symbol, facts?: FieldFacts): void {
  const fields = new Map(fieldsAt(prototype));
  fields.set(String(name), facts ?? fields.get(String(name)) ?? { read: readValue });
  Reflect.defineMetadata(FIELDS, fields, prototype);
}

/** The names that an object of a class may have, at every level. */
export const namesOf = (shape: Shape): NameTree =>
  Object.fromEntries(
    [...fieldsOf(shape)].map(([name, { below, isEach }]) => {
      const names = below ? namesOf(below()) : true;
      return [name, isEach && names !== true ? [names] : names];
    }),
  );

/** Marks a class whose objects may have more fields than the class declares. */
export const OpenFields = (): ClassDecorator => (target) => Reflect.defineMetadata(OPEN, true, target);

/** Whether a class is marked with {@link OpenFields}. */
export const hasOpenFields = (shape: object): boolean => Reflect.hasMetadata(OPEN, shape);
