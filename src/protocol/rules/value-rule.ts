import type { NotificationUrlRules } from '../notification-url.js';

/** Settings of the account that rules depend on. */
export interface AccountRules {
  /** Default `live`. */
  readonly notificationUrl?: NotificationUrlRules;
  /** ISO 4217 codes that the account supports; default: every code of the table. */
  readonly currencies?: readonly string[] | undefined;
}

/** The object around a value, for rules that read other fields. */
export interface RuleContext {
  /** The object that holds the value. */
  readonly owner: Readonly<Record<string, unknown>>;
  readonly account: AccountRules;
}

/** One rule for a value. Each rule is written only here (decision 009). */
export interface ValueRule {
  /** Unique among the rules of one field. */
  readonly name: string;
  /** The expected form; never quotes the value. */
  readonly message: string;
  /** The code of spec §7 that the service would answer, if there is one. */
  readonly code?: number | undefined;
  /** Never throws for primitive values, money and plain objects. */
  isMet(value: unknown, context: RuleContext): boolean;
}

/** Whether a value is absent. */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Whether a value is text. */
export const isText = (value: unknown): value is string => typeof value === 'string';
