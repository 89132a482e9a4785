import type { RefundBatch, RefundState } from '../../shop/index.js';
import { REFUND_LABELS } from '../../shop/refund-records/labels/refund.labels.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { printable, type Report } from '../output/index.js';
import { instantText } from '../../support/index.js';

const countOf = ({ counts }: RefundBatch, ...states: readonly RefundState[]): number =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

/** Whether refunds of a batch are still to be sent, or are being sent. */
export const isUnderWay = (batch: RefundBatch): boolean =>
  (batch.state === 'queueing' || batch.state === 'running') && countOf(batch, 'queued', 'sending') > 0;

/** Refunds that no longer wait to be sent. */
export const sentOf = (batch: RefundBatch): number => batch.size - countOf(batch, 'queued', 'sending');

function exitOf(batch: RefundBatch, { aborted }: AbortSignal): ExitCode {
  if (isUnderWay(batch)) return aborted ? EXIT.stopped : EXIT.done;
  return countOf(batch, 'accepted', 'settled') === batch.size ? EXIT.done : EXIT.no;
}

/** A batch for people and programs: its progress, and what needs attention. */
export function batchReport(batch: RefundBatch, signal: AbortSignal): Report {
  return {
    exit: exitOf(batch, signal),
    json: { submitted: true, batch },
    text: ({ warn, good }) =>
      [
        headOf(batch),
        ...leftOf(batch).map(warn),
        ...(leftOf(batch).length === 0 && !isUnderWay(batch) ? [good('All of it is refunded.')] : []),
      ].join('\n'),
  };
}

function headOf(batch: RefundBatch): string {
  const { key, state, size, estimatedEnd } = batch;
  const end = estimatedEnd === null ? '' : `; the last one is sent about ${instantText(estimatedEnd)}`;
  const goesOn = isUnderWay(batch) ? `; ${countOf(batch, 'queued', 'sending')} are still to be sent, by the shop` : '';
  const held = state === 'running' ? '' : ` (${state})`;
  return `Batch ${printable(key)}${held}: ${countOf(batch, 'accepted', 'settled')} of ${size} refunded${goesOn}${end}.`;
}

const LEFT: readonly RefundState[] = ['unknown', 'manual', 'rejected', 'cancelled'];

function leftOf(batch: RefundBatch): string[] {
  const lines = LEFT.filter((state) => countOf(batch, state) > 0).map(
    (state) => `${countOf(batch, state)} ${REFUND_LABELS[state].name}: each ${REFUND_LABELS[state].text}.`,
  );
  const refused = batch.refused.map(
    ({ orderId, key, code }) => `Refused: ${printable(orderId)}, ${printable(key)} (${code}).`,
  );
  const known = batch.known > 0 ? [`${batch.known} on record before: this batch does not send them again.`] : [];
  return [...lines, ...known, ...refused];
}
