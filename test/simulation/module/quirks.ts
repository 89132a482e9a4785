/** What is wrong with the code around the module's decisions, in a mutant. None in the module. */
export interface Quirks {
  readonly acknowledgesBeforeCommit: boolean;
  readonly acceptsForged: boolean;
  readonly trustsQuery: boolean;
  readonly goesByOwnClock: boolean;
  readonly forgetsOrderLock: boolean;
  readonly forgetsWhatWasReported: boolean;
  readonly forgetsModified: boolean;
  readonly takesAnyAmount: boolean;
  readonly takesPendingForPaid: boolean;
  readonly takesInitializedForPromised: boolean;
  readonly makesKeysAnew: boolean;
  readonly endsWatchEarly: boolean;
  readonly readsWhenAsked: boolean;
  readonly createsBeforeWriting: boolean;
  readonly leavesInboxLeased: boolean;
  readonly leavesOutboxLeased: boolean;
  readonly storesAddresses: boolean;
}

/** The module as it is. */
export const NO_QUIRKS: Quirks = {
  acknowledgesBeforeCommit: false,
  acceptsForged: false,
  trustsQuery: false,
  goesByOwnClock: false,
  forgetsOrderLock: false,
  forgetsWhatWasReported: false,
  forgetsModified: false,
  takesAnyAmount: false,
  takesPendingForPaid: false,
  takesInitializedForPromised: false,
  makesKeysAnew: false,
  endsWatchEarly: false,
  readsWhenAsked: false,
  createsBeforeWriting: false,
  leavesInboxLeased: false,
  leavesOutboxLeased: false,
  storesAddresses: false,
};
