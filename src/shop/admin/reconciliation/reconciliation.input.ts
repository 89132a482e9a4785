import { faultList, refusal } from '../../core/index.js';
import { DECISION_WIDTH } from '../../decisions/index.js';
import type { Fault } from '../../../protocol/index.js';
import type { ReconcileRequest } from './reconciliation.types.js';

/** The last instant that a date can have. */
const LAST_MS = 8_640_000_000_000_000;

const isInstant = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= LAST_MS;

/**
 * Checks the request of a reconciliation.
 *
 * @throws PaymentError `RECONCILE_INVALID` listing every fault
 */
export function checkReconcile(request: ReconcileRequest): void {
  const { from, to, group } = request;
  const faults: Fault[] = [];
  for (const [path, value] of Object.entries({ from, to })) {
    if (!isInstant(value)) faults.push({ path, message: 'must be a time in epoch milliseconds (UTC)' });
  }
  if (faults.length === 0 && from >= to) faults.push({ path: 'to', message: 'must be later than from' });
  for (const path of ['by', 'why'] as const) {
    const text: unknown = request[path];
    const isText = typeof text === 'string' && text.trim() !== '' && Array.from(text).length <= DECISION_WIDTH[path];
    if (!isText) faults.push({ path, message: `must be a text of 1 to ${DECISION_WIDTH[path]} characters` });
  }
  if (faults.length === 0) return;
  throw refusal({
    code: 'RECONCILE_INVALID',
    message: `Nothing was compared, the request cannot be used:${faultList(faults)}`,
    httpStatus: 400,
    group,
    faults,
  });
}
