import { isFields } from '../../protocol/index.js';
import type { JsonObject } from './creation/create-order.types.js';

const DIGITS = /^\d+$/;

/** The member as an object; empty if it is anything else. */
export function objectAt(body: JsonObject, field: string): JsonObject {
  const value = body[field];
  return isFields(value) ? value : {};
}

/** Text, or a number as text (the service accepts both); null for anything else and for empty text. */
export function textAt(body: JsonObject, field: string): string | null {
  const value = body[field];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** An amount in minor units, a number or its digits as text (the service accepts both); null for anything else. */
export function amountAt(body: JsonObject, field: string): number | null {
  const value = body[field];
  const amount = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : null;
}

/** Whether a member is present and not empty. */
export function hasMember(body: JsonObject, field: string): boolean {
  const value = body[field];
  return value !== undefined && value !== null && value !== '';
}

/** The named members, each as text or null. */
export function textsAt(body: JsonObject, fields: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(fields.map((field) => [field, textAt(body, field)]));
}
