/** In milliseconds. */
export const SECOND_MS = 1_000;
/** In milliseconds. */
export const MINUTE_MS = 60 * SECOND_MS;
/** In milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;
/** In milliseconds: always 24 hours, also when a country changes its clocks. */
export const DAY_MS = 24 * HOUR_MS;
