import { CANARY_MARKER } from './canary-marker.mjs';

export { CANARY_MARKER };

/** An API key for tests that the suite's runner recognises in any output. */
export const canaryKey = (name: string): string => `${CANARY_MARKER}-${name}-key`;
