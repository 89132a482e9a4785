import { queryChoice, queryText, type PageRequest } from '../../pages/page-request.js';
import type { DecisionFilter } from '../../shop/admin/index.js';
import { DECISION_KINDS, DECISION_WIDTH, type DecisionKind } from '../../shop/decisions/index.js';
import { daysBetween, readDays, type DayFilter } from '../frame/day-filter.js';

/** The filter of the list, as in the URL. */
export interface AuditFilter extends DayFilter {
  /** Name of a person; empty for all. */
  readonly by: string;
  readonly kind: DecisionKind | null;
}

/** Reads the filter from the URL; invalid parts are left out. */
export const readAuditFilter = (request: PageRequest): AuditFilter => ({
  by: queryText(request, 'by').trim().slice(0, DECISION_WIDTH.by),
  kind: queryChoice(request, 'kind', DECISION_KINDS),
  ...readDays(request),
});

/** The same filter for the log, with days as times in the zone. */
export const logFilter = ({ by, kind, ...days }: AuditFilter, timeZone: string): DecisionFilter => ({
  ...(by !== '' && { by }),
  ...(kind !== null && { decision: kind }),
  ...daysBetween(days, timeZone),
});
