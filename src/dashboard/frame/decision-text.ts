import type { DecisionKind } from '../../shop/decisions/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';

/**
 * What a person did, to follow their name; a kind that this release does not know is shown as stored.
 *
 * @param what - the subject of the decision
 */
export function decisionText({ did, it }: DashboardLabels['decisions'], kind: string, what: string = it): string {
  return Object.hasOwn(did, kind) ? did[kind as DecisionKind](what) : kind;
}
