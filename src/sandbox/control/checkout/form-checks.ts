import type { Fields, FormAnswer } from './open-page.types.js';

/** Checks a field: returns the fault, or null. */
export type Check = (value: string) => string | null;

/** The field must not be empty. */
export const isGiven =
  (complaint: string): Check =>
  (value) =>
    value.trim() === '' ? complaint : null;

/** The field must have this form. */
export const matches =
  (pattern: RegExp, complaint: string): Check =>
  (value) =>
    pattern.test(value.trim()) ? null : complaint;

/** The field must have one of these values. */
export const isOneOf =
  (known: readonly string[], complaint: string): Check =>
  (value) =>
    known.includes(value.trim()) ? null : complaint;

/** A phone number as people write it. */
export const PHONE = /^\+?[\d ()-]{6,20}$/;

/**
 * The faults of a form, by field.
 *
 * @example
 * ```ts
 * problemsOf({ email: '' }, { email: isGiven('Please give an e-mail address') });
 * // { email: 'Please give an e-mail address' }
 * ```
 */
export function problemsOf(fields: Fields, checks: Readonly<Record<string, Check>>): Fields {
  const found = Object.entries(checks).flatMap(([name, check]) => {
    const problem = check(fields[name] ?? '');
    return problem === null ? [] : [[name, problem] as const];
  });
  return Object.fromEntries(found);
}

/** Whether there is a fault. */
export const hasProblems = (problems: Fields): boolean => Object.keys(problems).length > 0;

/** The same page again, with the typed values except for secret fields. */
export function askAgain(fields: Fields, problems: Fields, secret: readonly string[] = []): FormAnswer {
  return {
    problems,
    kept: Object.fromEntries(Object.entries(fields).filter(([name]) => !secret.includes(name))),
  };
}
