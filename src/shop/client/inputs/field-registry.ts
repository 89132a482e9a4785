import type { AccountRules } from '../../../protocol/rules/index.js';
import type { FieldReading } from './field-reading.js';

const readings = new WeakMap<object, Map<string, FieldReading>>();
const accountRules = new WeakMap<object, AccountRules>();
const openClasses = new WeakSet<object>();

/** Notes that objects of this prototype have a field, and how it is read. */
export function registerField(prototype: object, name: string, read: FieldReading): void {
  const own = readings.get(prototype) ?? new Map<string, FieldReading>();
  readings.set(prototype, own.set(name, read));
}

/** The fields of a class and of those it extends. */
export function fieldsOf(prototype: object | null): Map<string, FieldReading> {
  if (prototype === null) return new Map();
  return new Map([...fieldsOf(Object.getPrototypeOf(prototype)), ...(readings.get(prototype) ?? [])]);
}

/** Marks a class whose objects may have fields besides those it names. */
export const OpenFields = (): ClassDecorator => (target) => {
  openClasses.add(target.prototype as object);
};

/** Whether {@link OpenFields} marks the class of this prototype. */
export const isOpen = (prototype: object): boolean => openClasses.has(prototype);

/** Says what an object is judged by besides its own rules. */
export function setAccountRules(dto: object, rules: AccountRules): void {
  accountRules.set(dto, rules);
}

/** What an object is judged by besides its own rules; nothing for the objects inside of an input. */
export const accountRulesOf = (dto: object): AccountRules => accountRules.get(dto) ?? {};
