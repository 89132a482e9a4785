import type { Need } from './rights.js';

/** Texts for users who may not do something. */
export const RIGHTS_LABELS = {
  /** Who may do it, after the action. */
  who: {
    refunds: 'only staff who may make refunds can do this.',
    everything: 'only staff with all rights can do this.',
  } satisfies Readonly<Record<Need, string>>,
  refusedTitle: 'You may not do this',
  refused: {
    refunds: 'Nothing was changed. Only staff who may make refunds can do this.',
    everything: 'Nothing was changed. Only staff with all rights can do this.',
  } satisfies Readonly<Record<Need, string>>,
  limit: (amount: string): string => `You may refund at most ${amount} of this order in all.`,
  otherCurrency: (currency: string): string => `Your role has no limit in ${currency}, so you cannot refund any of it.`,
};
