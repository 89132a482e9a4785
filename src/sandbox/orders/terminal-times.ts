/** How long a payment on a till waits for something to happen before it lapses, in milliseconds (protocol §7). */
export const TERMINAL_LAPSE_MS = 60_000;
