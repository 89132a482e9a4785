import type { Check } from '../facts.types.js';
import { findings, WELL } from '../finding.types.js';

/** The application starts: its options are valid, its engine is supported. */
export const startCheck: Check = {
  name: 'start',
  title: 'The application can be opened',
  decide: ({ start }) => {
    if (start === null) return WELL;
    const why = 'A shop that does not start takes no payments.';
    return findings({ id: start.code, what: start.message, why, fix: start.advice ?? 'Mend what it says.' });
  },
};
