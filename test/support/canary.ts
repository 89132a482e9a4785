/** The text that must never be seen: every API key of the suite contains it. */
export const CANARY_MARKER = 'tbcanary7f3c9d1e5a2b8064';

/** An API key for tests that the suite's runner recognises wherever it leaks. */
export const canaryKey = (name: string): string => `${CANARY_MARKER}-${name}-key`;
