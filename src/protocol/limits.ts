/** Longest order description, in characters (spec §8). */
export const MAX_DESCRIPTION_LENGTH = 200;
/** Longest `var1`, `var2`, `var3`, in characters (spec §8). */
export const MAX_VAR_LENGTH = 100;
/** Longest `order_id`, in characters (protocol §2.1). */
export const MAX_ORDER_ID_LENGTH = 50;
/** Smallest amount of an order, in minor units (spec §8). */
export const MIN_ORDER_AMOUNT = 1;
/** Largest amount, in minor units: longer numbers are read as text in answers (protocol §5.10). */
export const MAX_ORDER_AMOUNT = 999_999_999_999_999;
/** Longest notification URL, in characters (protocol §5.6). */
export const MAX_NOTIFICATION_URL_LENGTH = 150;
/** Longest time for which a payment link stays open, in seconds: one year (protocol §2.1). */
export const MAX_SECONDS_ACTIVE = 31_536_000;
/** The same in days (protocol §2.1). */
export const MAX_DAYS_ACTIVE = 365;
/** Longest e-mail address of a customer, in characters: a limit of our own, equal to the longest possible address. */
export const MAX_EMAIL_LENGTH = 254;
/** Longest telephone number, in characters: a limit of our own. */
export const MAX_PHONE_LENGTH = 25;
/** Longest name, street, carrier, tracking code, reason and the like, in characters: a limit of our own. */
export const MAX_FIELD_LENGTH = 200;
/** Longest text that a shopper's browser says of itself, in characters: what is longer is cut. A limit of our own. */
export const MAX_BROWSER_TEXT_LENGTH = 1_000;
/** Longest address of a return page, an invoice or a tracking page, in characters: a limit of our own. */
export const MAX_LINK_LENGTH = 2_000;
/** Longest `invoice_id`, in characters: a limit of our own. */
export const MAX_INVOICE_ID_LENGTH = 100;
/** Longest `gateway_info.issuer_id`, in characters: a limit of our own. */
export const MAX_ISSUER_ID_LENGTH = 20;
/** Longest token of a wallet, in characters: a limit of our own. */
export const MAX_PAYMENT_TOKEN_LENGTH = 20_000;
/** Default time for which a payment link stays open, in seconds: thirty days (protocol §2.1). */
export const DEFAULT_SECONDS_ACTIVE = 2_592_000;
/** Largest notification body that is read, in bytes: 256 KB. A cart of 200 lines makes 52 KB (decision 004). */
export const MAX_BODY_BYTES = 262_144;
/** How old a signed notification may be when it arrives, in milliseconds (protocol §5.2). */
export const NOTIFICATION_TOLERANCE_PAST_MS = 600_000;
/** How far ahead of our clock a signed notification may be, in milliseconds (protocol §5.2). */
export const NOTIFICATION_TOLERANCE_FUTURE_MS = 120_000;
/** How long the service waits for the acknowledgement, in milliseconds (protocol §5.3). */
export const ACKNOWLEDGEMENT_TIMEOUT_MS = 10_000;
/** A second refund of the same amount within this time is refused with 1034, in milliseconds (spec §8). */
export const REFUND_GUARD_MS = 300_000;
/** Least time between two refund requests, in milliseconds (spec §8). */
export const REFUND_SPACING_MS = 1_000;
/** Largest page of the transactions list (protocol §2.8). */
export const MAX_PAGE_SIZE = 1_000;
/** Default page size of the transactions list (protocol §2.8). */
export const DEFAULT_PAGE_SIZE = 100;
/** Shortest API key that the service issues, in characters (protocol §1.1). */
export const MIN_API_KEY_LENGTH = 5;
/** Tax rates for which the service's cart validation recalculates the tables, in per cent (spec §8). */
export const CART_TAX_RATES: readonly number[] = [9, 21];
/** Time zone of the service's zone-less times (protocol §5.10). */
export const SERVICE_TIME_ZONE = 'Europe/Amsterdam';
