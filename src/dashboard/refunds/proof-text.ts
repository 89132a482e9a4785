import { evidenceText } from '../../shop/refund-records/index.js';
import type { RefundProof } from '../../shop/refunds/index.js';
import { valueAt } from '../../support/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';

/** One piece of evidence: a sentence, and the value behind it. */
export function proofText(
  proof: RefundProof,
  { evidence: labels }: DashboardLabels['refund'],
): { readonly text: string; readonly details: readonly string[] } {
  const { code, httpStatus, phase, durationMs, attempt } = proof;
  const details = [
    attempt > 0 && labels.attempt(attempt),
    code !== null && code,
    httpStatus !== null && `HTTP ${httpStatus}`,
    phase !== null && (valueAt(labels.phases, phase) ?? phase),
    durationMs !== null && labels.took(durationMs),
  ];
  return { text: evidenceText(proof), details: details.filter((each) => each !== false) };
}
