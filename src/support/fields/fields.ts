import 'reflect-metadata';
import type { NameTree } from '../known-names.js';
import { readValue, type FieldReading } from './field-reading.js';

/** A class whose fields say by decorators what they may hold. */
export type Shape<T extends object = object> = new () => T;

/** What is known of a field besides its rules. */
export interface FieldFacts {
  /** How it is read. */
  readonly read: FieldReading;
  /** The class of what it holds, where that is an object. */
  readonly below?: (() => Shape) | undefined;
  /** Whether it holds a list or record of such objects. */
  readonly isEach?: boolean;
}

const FIELDS = Symbol('tillbridge:fields');
const OPEN = Symbol('tillbridge:open');

/** The fields of a class and of those it extends, in the order in which they stand there. */
export const fieldsOf = (shape: Shape): ReadonlyMap<string, FieldFacts> => fieldsAt(shape.prototype as object);

const fieldsAt = (prototype: object): ReadonlyMap<string, FieldFacts> =>
  (Reflect.getMetadata(FIELDS, prototype) as ReadonlyMap<string, FieldFacts> | undefined) ?? new Map();

/** Notes that a class has a field, and how it is read where that is said. */
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

/** Marks a class whose objects may have fields besides those it names. */
export const OpenFields = (): ClassDecorator => (target) => Reflect.defineMetadata(OPEN, true, target);

/** Whether {@link OpenFields} marks a class. */
export const isOpen = (shape: object): boolean => Reflect.hasMetadata(OPEN, shape);
