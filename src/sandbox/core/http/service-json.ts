import { maskIban } from '../../../support/index.js';

/** Digits that are written as a JSON number unchanged, of any length, so that no number type rounds them. */
export class JsonDigits {
  constructor(readonly digits: string) {}
}

/** An account number, which is masked unless the account's settings unmask it (spec §2.3). */
export class JsonIban {
  constructor(readonly iban: string) {}
}

/** The parts of the format that depend on the sandbox's switches. */
export interface JsonStyle {
  /** How {@link JsonDigits} are written. */
  readonly transactionIdAs: 'number' | 'text';
  /** How a {@link JsonIban} is written. */
  readonly maskIbans: boolean;
  /** How the status of a cancelled order is spelt. */
  readonly cancelledAs: 'canceled' | 'cancelled';
  /** How the refunded amount of an order is written, if at all. */
  readonly amountRefundedAs: 'number' | 'text' | 'absent';
}

const USUAL_STYLE: JsonStyle = {
  transactionIdAs: 'number',
  maskIbans: true,
  cancelledAs: 'canceled',
  amountRefundedAs: 'number',
};

/** The values of the service's JSON. A key whose value is undefined is left out. */
export type ServiceJson =
  | string
  | number
  | boolean
  | null
  | JsonDigits
  | JsonIban
  | readonly ServiceJson[]
  | { readonly [key: string]: ServiceJson | undefined };

/**
 * Writes JSON as the service does: keys sorted at every level, compact, `/` unescaped, raw UTF-8.
 *
 * A receiver that re-serialises the body instead of verifying the received bytes fails on this format.
 *
 * @example
 * ```ts
 * writeServiceJson({ b: 'a/b', a: new JsonDigits('17472052901237123') }); // {"a":17472052901237123,"b":"a/b"}
 * ```
 */
export function writeServiceJson(value: ServiceJson, style: JsonStyle = USUAL_STYLE): string {
  if (value instanceof JsonDigits) return style.transactionIdAs === 'text' ? `"${value.digits}"` : value.digits;
  if (value instanceof JsonIban) return JSON.stringify(style.maskIbans ? maskIban(value.iban) : value.iban);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((item) => writeServiceJson(item, style)).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .flatMap((key) => memberOf(key, value[key], style));
  return `{${members.join(',')}}`;
}

const STATUS_KEYS: ReadonlySet<string> = new Set(['status', 'financial_status']);

function memberOf(key: string, value: ServiceJson | undefined, style: JsonStyle): string[] {
  if (value === undefined) return [];
  if (key === 'amount_refunded' && style.amountRefundedAs !== 'number')
    return style.amountRefundedAs === 'text' ? [`"${key}":"${String(value)}"`] : [];
  const spelt = value === 'cancelled' && STATUS_KEYS.has(key) ? style.cancelledAs : value;
  return [`${JSON.stringify(key)}:${writeServiceJson(spelt, style)}`];
}

function isList(value: object): value is readonly ServiceJson[] {
  return Array.isArray(value);
}
