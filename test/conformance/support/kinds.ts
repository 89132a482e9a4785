import { expect } from '@jest/globals';

/** Says whether a value is of a kind that the specification gives a field. */
export interface Kind {
  readonly name: string;
  readonly fits: (value: unknown) => boolean;
}

const kind = (name: string, fits: (value: unknown) => boolean): Kind => ({ name, fits });

const isText = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const INTEGER = kind('an integer', Number.isInteger);
export const NUMBER = kind('a number', (value) => typeof value === 'number');
export const TEXT = kind('text', isText);
export const TEXT_OR_NULL = kind('text or null', (value) => value === null || isText(value));
export const NUMBER_OR_TEXT = kind('a number or text', (value) => typeof value === 'number' || isText(value));
export const SCALAR = kind('a number, text or null', (value) => value === null || NUMBER_OR_TEXT.fits(value));
export const LIST_OR_NULL = kind('a list or null', (value) => value === null || Array.isArray(value));
export const TIME = kind('a time without a zone', (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(String(value)));

/** An object with exactly these members at least, each of its kind. */
export const objectOf = (members: Readonly<Record<string, Kind>>): Kind =>
  kind(`an object of ${Object.keys(members).join(', ')}`, (value) =>
    Object.entries(members).every(([name, member]) => isObject(value) && name in value && member.fits(value[name])),
  );

/** A list of at least one, all of the kind. */
export const listOf = (item: Kind): Kind =>
  kind(`a list, each ${item.name}`, (value) => Array.isArray(value) && value.length > 0 && value.every(item.fits));

/** Expects a field to be there and of its kind. */
export function expectField(object: Readonly<Record<string, unknown>>, field: string, { name, fits }: Kind): void {
  expect(Object.keys(object)).toContain(field);
  expect([field, name, object[field], fits(object[field])]).toEqual([field, name, object[field], true]);
}
