import type { DecisionLine } from '../../shop/admin/index.js';
import type { DecisionKind } from '../../shop/decisions/index.js';

const DECISIONS: Readonly<Record<DecisionKind, string>> = {
  requested: 'asked for it',
  cancelled: 'cancelled it',
  recalled: 'asked the service to cancel it',
  paid: 'said that the service has it',
  'not-paid': 'said that the service does not have it',
  acknowledged: 'said that it was seen to',
  synced: 'asked the service about it',
  corrected: 'corrected the record from the service',
  erased: 'erased it',
  replayed: 'had it done again',
  discarded: 'left it undone',
  paused: 'held it',
  resumed: 'let it go on',
  stopped: 'stopped it',
  renamed: 'renamed it',
};

const ABOUT: Readonly<Record<DecisionLine['about'], string>> = {
  order: 'Order',
  notification: 'Notification',
  effect: 'Effect',
  refund: 'Refund',
  batch: 'Batch',
  group: 'Terminal group',
};

/** Texts of the page of what people did by hand. */
export const AUDIT_LABELS = {
  title: 'Audit',
  lead: (timeZone: string): string =>
    `What people did by hand, here and on the command line, the newest first. Times are those of ${timeZone}.`,
  person: 'Name of the person, as a whole',
  kind: 'What they did',
  anyKind: 'Anything',
  from: 'From',
  to: 'until',
  columns: ['About', 'Who did what', 'Why', 'When'],
  empty: 'Nothing yet',
  emptyText: 'What a person does by hand is listed here, with the reason that they gave.',
  what: 'actions',
  /** What a person did, after their name. */
  decisions: DECISIONS,
  /** What it can be about. */
  about: ABOUT,
};
