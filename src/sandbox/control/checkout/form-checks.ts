import type { Fields, FormAnswer } from './open-page.types.js';

/** What is wrong with a field; null when nothing is. */
export type Check = (value: string) => string | null;

/** Something has to stand in it. */
export const isGiven =
  (complaint: string): Check =>
  (value) =>
    value.trim() === '' ? complaint : null;

/** It has to look like this. */
export const matches =
  (pattern: RegExp, complaint: string): Check =>
  (value) =>
    pattern.test(value.trim()) ? null : complaint;

/** It has to be one of these. */
export const isOneOf =
  (known: readonly string[], complaint: string): Check =>
  (value) =>
    known.includes(value.trim()) ? null : complaint;

/** A phone number, as people write it. */
export const PHONE = /^\+?[\d ()-]{6,20}$/;

/**
 * What is wrong with the fields of a form, by field.
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

/** Whether anything is wrong. */
export const hasProblems = (problems: Fields): boolean => Object.keys(problems).length > 0;

/** The same page again, with what was typed but for the fields that are never shown again. */
export function askAgain(fields: Fields, problems: Fields, secret: readonly string[] = []): FormAnswer {
  return {
    problems,
    kept: Object.fromEntries(Object.entries(fields).filter(([name]) => !secret.includes(name))),
  };
}
