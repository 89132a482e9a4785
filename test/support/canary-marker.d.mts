/** The text that must never be seen: every API key of the suite contains it. */
export const CANARY_MARKER: string;
