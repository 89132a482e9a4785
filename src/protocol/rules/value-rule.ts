import type { NotificationUrlRules } from '../notification-url.js';

/** What an input is judged by besides the service's own rules. */
export interface AccountRules {
  /** `live` unless said otherwise. */
  readonly notificationUrl?: NotificationUrlRules;
  /** ISO 4217 codes that the account supports; every code of the table when absent. */
  readonly currencies?: readonly string[] | undefined;
}

/** Where a value stands: for rules that look at more than the value itself. */
export interface RuleContext {
  /** The object that holds the value. */
  readonly owner: Readonly<Record<string, unknown>>;
  readonly account: AccountRules;
}

/** One thing that must be so about a value: the only place where it is written (decision 009). */
export interface ValueRule {
  /** Unique among the rules of one field. */
  readonly name: string;
  /** What is expected; never quotes the value. */
  readonly message: string;
  /** The code of spec §7 with which the service answers, where there is one. */
  readonly code?: number | undefined;
  /** Never throws for a value of primitive type, for money and for plain objects. */
  isMet(value: unknown, context: RuleContext): boolean;
}

/** Whether a value is left out. */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Whether a value is text. */
export const isText = (value: unknown): value is string => typeof value === 'string';
