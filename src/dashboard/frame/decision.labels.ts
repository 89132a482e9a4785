import type { DecisionKind } from '../../shop/decisions/index.js';

/** What a person did, after their name and before the subject. Only this table has texts for decisions. */
const DID: Readonly<Record<DecisionKind, (what: string) => string>> = {
  requested: (what) => `requested ${what}`,
  cancelled: (what) => `cancelled ${what}`,
  recalled: (what) => `asked the service to cancel ${what}`,
  paid: (what) => `confirmed ${what}: the service has it`,
  'not-paid': (what) => `queued ${what} again: the service does not have it`,
  acknowledged: (what) => `marked ${what} as handled`,
  synced: (what) => `read ${what} from the service`,
  corrected: (what) => `corrected the record of ${what} from the service`,
  erased: () => 'erased personal data',
  replayed: (what) => `replayed ${what}`,
  discarded: (what) => `discarded ${what}`,
  paused: (what) => `paused ${what}`,
  resumed: (what) => `resumed ${what}`,
  stopped: (what) => `stopped ${what}`,
  renamed: (what) => `renamed ${what}`,
};

/** Texts of decisions. */
export const DECISION_LABELS = {
  did: DID,
  /** The subject, if it is named next to the text. */
  it: 'it',
};
