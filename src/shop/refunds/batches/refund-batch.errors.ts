import { refusal } from '../../core/index.js';
import { PaymentError, type Fault } from '../../../protocol/index.js';
import type { RefundBatchEntity } from './refund-batch.entity.js';

/** How many faults the message shows; the error lists all of them. */
const SHOWN = 20;

/** Something is wrong with a batch; nothing of it was written. */
export function batchInvalid(group: string, faults: readonly Fault[]): PaymentError {
  const shown = faults.slice(0, SHOWN).map(({ path, message }) => `\n  - ${path || 'the batch'}: ${message}`);
  const rest = faults.length > SHOWN ? `\n  … and ${faults.length - SHOWN} more, in faults` : '';
  return refusal({
    code: 'REFUND_BATCH_INVALID',
    message: `The batch of refunds has ${faults.length} fault(s):${shown.join('')}${rest}`,
    httpStatus: 422,
    advice: 'Nothing was written, and nothing is sent. Correct every row that is listed, and submit the batch again.',
    group,
    faults,
  });
}

/** One key stands for one batch. */
export const batchConflict = (group: string, key: string): PaymentError =>
  refusal({
    code: 'REFUND_BATCH_CONFLICT',
    message: `Another batch of other rows has the key "${key}" already.`,
    advice: 'Nothing was written. Give another batch another key; submit one again with the same rows.',
    group,
  });

/** No such batch. */
export const batchUnknown = (id: string): PaymentError =>
  refusal({
    code: 'REFUND_BATCH_UNKNOWN',
    message: `There is no batch of refunds ${id.slice(0, 36)}.`,
    advice: 'Check the id: payments.refunds.batches.list tells them.',
    httpStatus: 404,
  });

/** Its state does not allow it. */
export const batchNotMovable = ({ id, group, state }: RefundBatchEntity): PaymentError =>
  refusal({
    code: 'REFUND_BATCH_STATE',
    message: `The batch of refunds ${id} is ${state}, so that it can be neither paused nor let go on.`,
    advice:
      state === 'queueing'
        ? 'Not all of its refunds are on record. Submit it once more: nothing is sent before.'
        : 'Nothing was changed. What was stopped is asked for anew, under other keys.',
    group,
  });
