/** In milliseconds. */
export const SECOND_MS = 1_000;
/** In milliseconds. */
export const MINUTE_MS = 60 * SECOND_MS;
/** In milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;
/** In milliseconds: 24 hours, whatever the clocks of a country do. */
export const DAY_MS = 24 * HOUR_MS;
