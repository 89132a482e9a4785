import type { CsvColumns } from '../frame/csv.js';
import type { DecisionLine } from '../../shop/admin/index.js';
import { maskPersonal } from '../../support/index.js';
import { zonedTimes } from '../frame/zoned-times.js';

/** The columns of the file; times in the given zone. */
export function auditColumns(timeZone: string): CsvColumns<DecisionLine> {
  const timeOf = zonedTimes(timeZone);
  return {
    time: ({ decidedAt }) => timeOf(decidedAt),
    person: ({ by }) => by,
    action: ({ decision }) => decision,
    about: ({ about }) => about,
    subject: ({ subject }) => subject,
    terminal_group: ({ group }) => group,
    order_id: ({ orderId }) => orderId,
    id: ({ subjectId }) => subjectId,
    why: ({ why }) => maskPersonal(why),
  };
}
