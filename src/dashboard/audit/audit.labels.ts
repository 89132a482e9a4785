import type { DecisionLine } from '../../shop/admin/index.js';

const ABOUT: Readonly<Record<DecisionLine['about'], string>> = {
  order: 'Order',
  notification: 'Notification',
  effect: 'Effect',
  refund: 'Refund',
  batch: 'Batch',
  group: 'Terminal group',
};

/** Texts of the page of decisions. */
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
  /** Names of the subjects of decisions. */
  about: ABOUT,
};
