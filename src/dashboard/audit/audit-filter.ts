import { queryChoice, queryText, type PageRequest } from '../../pages/page-request.js';
import type { DecisionFilter } from '../../shop/admin/index.js';
import { DECISION_KINDS, DECISION_WIDTH, type DecisionKind } from '../../shop/decisions/index.js';
import { daysBetween, readDays, type DayFilter } from '../frame/day-filter.js';

/** What the list is narrowed down to, as it stands in the address. */
export interface AuditFilter extends DayFilter {
  /** Name of a person; empty for anyone. */
  readonly by: string;
  readonly kind: DecisionKind | null;
}

/** Reads the filter out of an address; what cannot be is left out. */
export const readAuditFilter = (request: PageRequest): AuditFilter => ({
  by: queryText(request, 'by').trim().slice(0, DECISION_WIDTH.by),
  kind: queryChoice(request, 'kind', DECISION_KINDS),
  ...readDays(request),
});

/** The same for the log: days become instants of the zone. */
export const logFilter = ({ by, kind, ...days }: AuditFilter, timeZone: string): DecisionFilter => ({
  ...(by !== '' && { by }),
  ...(kind !== null && { decision: kind }),
  ...daysBetween(days, timeZone),
});
