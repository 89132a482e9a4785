import { faultList, refusal } from '../../core/index.js';
import type { Fault, PaymentError } from '../../../protocol/index.js';
import type { RefundBatchEntity } from '../../refund-records/index.js';

/** How many faults the message shows; the error lists all of them. */
const SHOWN = 20;

/** The line or row of a fault; 0 for a fault of the whole batch. */
const rowOf = ({ path }: Fault): number => Number(/\d+/.exec(path)?.[0] ?? 0);

/** Faults in the sequence of the file: they are found in several passes over the rows. */
export const inRowOrder = (faults: readonly Fault[]): Fault[] =>
  faults.toSorted((one, other) => rowOf(one) - rowOf(other));

/** The error for an invalid batch; nothing of it was written. */
export function batchInvalid(group: string, faults: readonly Fault[]): PaymentError {
  const shown = faultList(faults.slice(0, SHOWN), 'the batch');
  const rest = faults.length > SHOWN ? `\n  … and ${faults.length - SHOWN} more, in faults` : '';
  return refusal({
    code: 'REFUND_BATCH_INVALID',
    message: `The batch of refunds has ${faults.length} fault(s):${shown}${rest}`,
    httpStatus: 422,
    group,
    faults,
  });
}

/** The error when one key is used for two batches. */
export const batchConflict = (group: string, key: string): PaymentError =>
  refusal({
    code: 'REFUND_BATCH_CONFLICT',
    message: `Another batch of other rows has the key "${key}" already.`,
    group,
  });

/** No such batch. */
export const batchUnknown = (id: unknown): PaymentError =>
  refusal({
    code: 'REFUND_BATCH_UNKNOWN',
    message: `There is no batch of refunds ${typeof id === 'string' ? id.slice(0, 36) : 'of this name'}.`,
    advice: 'Check the id: payments.refunds.batches.list tells them.',
    httpStatus: 404,
  });

/** Its state does not allow it. */
export const batchNotMovable = ({ id, group, state }: RefundBatchEntity): PaymentError =>
  refusal({
    code: 'REFUND_BATCH_STATE',
    message: `The batch of refunds ${id} is ${state}, so it can be neither paused nor resumed.`,
    advice:
      state === 'queueing'
        ? 'Not all of its refunds are on record. Submit it once more: nothing is sent before.'
        : 'Nothing was changed. To refund what was stopped, request it again under other keys.',
    group,
  });
