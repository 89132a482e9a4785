/** The text that must never appear in any output: every API key of the suite contains it. */
export const CANARY_MARKER = 'tbcanary7f3c9d1e5a2b8064';
