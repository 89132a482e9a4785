import { MAX_ORDER_ID_LENGTH } from '../../protocol/index.js';

/**
 * The ids under which an attempt may go to the service, the wanted one first: the order's own for the first attempt,
 * then `S1-2`, `S1-3`, … A long id gives up its last characters for the number, so that none is longer than the service
 * takes (protocol §2.1). Some may be taken: by another order of that very name, or by an attempt of one.
 *
 * @param number - of the attempt, from 1
 */
export function* serviceOrderIds(orderId: string, number: number): Generator<string, never> {
  if (number === 1) yield orderId;
  for (let suffix = Math.max(number, 2); ; suffix += 1) {
    const ending = `-${suffix}`;
    yield orderId.slice(0, MAX_ORDER_ID_LENGTH - ending.length) + ending;
  }
}
