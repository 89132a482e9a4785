/** How long a payment on a till waits for an action before it lapses, in milliseconds (protocol §7). */
export const TERMINAL_LAPSE_MS = 60_000;
