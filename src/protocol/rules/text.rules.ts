import { parseUrl } from '../absolute-url.js';
import { isCalendarDate } from '../calendar-date.js';
import { isCountry } from '../countries.js';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_FIELD_LENGTH,
  MAX_LINK_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_VAR_LENGTH,
} from '../limits.js';
import { holdsHtml, isAtMost, isReadable, isWellFormed } from '../text-rules.js';
import { isText, type ValueRule } from './value-rule.js';

const EMAIL = /^[^\s@]{1,64}@[^\s@]+$/;
const CARD_EXPIRY = /^\d{2}(?:0[1-9]|1[0-2])$/;
const HOST_NAME = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,62})(?:\.[a-z\d](?:[a-z\d-]{0,62})){0,10}$/i;

/** A rule for text values. If the value is not text, another rule reports that. */
const ofText = (rule: Omit<ValueRule, 'isMet'>, isGood: (text: string) => boolean): ValueRule => ({
  ...rule,
  isMet: (value) => !isText(value) || isGood(value),
});

const limits = (most: number, code?: number): readonly ValueRule[] => [
  ofText({ name: 'maxLength', code, message: `must have at most ${most} characters` }, (text) => isAtMost(text, most)),
  ofText({ name: 'wellFormed', code, message: 'must be well-formed Unicode' }, isWellFormed),
];

/** Text of at most `most` characters (code points), with the code that the service gives to any other value. */
export const textRules = (most: number, code?: number): readonly ValueRule[] => [
  { name: 'text', code, message: 'must be text', isMet: isText },
  ...limits(most, code),
];

/** One rule for a text of a fixed form, such as a country code. */
const formRule = (message: string, isGood: (text: string) => boolean, code?: number): readonly ValueRule[] => [
  { name: 'form', code, message, isMet: (value) => isText(value) && isGood(value) },
];

/** Text that is not blank. */
export const givenTextRules = (most: number, code?: number): readonly ValueRule[] => [
  { name: 'given', code, message: 'must not be empty', isMet: (value) => isText(value) && value.trim() !== '' },
  ...limits(most, code),
];

/** Names, streets, carriers, reasons and the like. */
export const FIELD_RULES = textRules(MAX_FIELD_LENGTH);

/** Text about an order or a refund for the customer (spec §7, 1008; spec §8). */
export const DESCRIPTION_RULES: readonly ValueRule[] = [
  ...givenTextRules(MAX_DESCRIPTION_LENGTH, 1008),
  ofText({ name: 'plain', code: 1008, message: 'must not hold HTML' }, (text) => !holdsHtml(text)),
  // Only SQLite can store a NUL, and the shop stores its record of the order before it sends the order.
  ofText({ name: 'nul', code: 1008, message: 'must not hold a NUL character' }, (text) => !text.includes('\0')),
];

/** Text that people can read and compare. */
export const readableTextRules = (most: number, code?: number): readonly ValueRule[] => [
  ...textRules(most, code),
  ofText({ name: 'readable', code, message: 'must not hold control or replacement characters' }, isReadable),
];

/** `var1` to `var3` (spec §7, 1010; spec §8): the limit counts characters, not bytes. */
export const VARIABLE_RULES = readableTextRules(MAX_VAR_LENGTH, 1010);

/** What a shopper's browser says of itself, which the shopper cannot correct: any text, made sendable later (decision 050). */
export const BROWSER_FACT_RULES: readonly ValueRule[] = [{ name: 'text', message: 'must be text', isMet: isText }];

/** A country (spec §7, 1018). */
export const COUNTRY_RULES = formRule('must be a two-letter ISO 3166-1 code in capitals', isCountry, 1018);

/** A date, such as a birthday. */
export const DATE_RULES = formRule('must be a day of the calendar, written YYYY-MM-DD', isCalendarDate);

/** The expiry date of a card. */
export const CARD_EXPIRY_RULES = formRule('must be a year and a month, written YYMM', (text) => CARD_EXPIRY.test(text));

/** The name of a host, without scheme and port. */
export const HOST_NAME_RULES = formRule('must be the name of a host, such as shop.example', (text) =>
  HOST_NAME.test(text),
);

/** An e-mail address, checked only roughly: the mail server decides what it accepts. */
export const EMAIL_RULES: readonly ValueRule[] = [
  ...formRule('must be an e-mail address', (text) => EMAIL.test(text)),
  ...limits(MAX_EMAIL_LENGTH),
];

/** A telephone number. */
export const PHONE_RULES = textRules(MAX_PHONE_LENGTH);

const linkRules = (message: string, scheme: RegExp): readonly ValueRule[] => [
  ...formRule(message, (text) => scheme.test(text) && parseUrl(text.slice(0, MAX_LINK_LENGTH)) !== null),
  ...limits(MAX_LINK_LENGTH),
];

/** A page to which people may be sent: http or https, and no other scheme. */
export const LINK_RULES = linkRules('must be an http or https address', /^https?:\/\//i);

/** An https address. */
export const SECURE_LINK_RULES = linkRules('must be an https address', /^https:\/\//i);
