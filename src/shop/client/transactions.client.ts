import { Injectable } from '@nestjs/common';
import {
  listTransactionsRequest,
  type PaymentError,
  readListedTransaction,
  readTransactionsPage,
  transactionRequest,
  type Fault,
  type ListedTransaction,
  type TransactionFilter,
  type TransactionsPage,
} from '../../protocol/index.js';
import { checkFields, refusal, type TerminalGroup } from '../core/index.js';
import { refuseFaults } from './inputs/input-check.js';
import { DEFAULT_MAX_PAGES, ListOptionsDto } from './inputs/list-options.dto.js';
import { TransactionFilterDto } from './inputs/filters.dto.js';
import { ServiceCaller } from './transport/service-caller.js';
import { TransactionList, type ListOptions, type ListPlan } from './transaction-list.js';

/** A terminal group that is resolved when it is needed. */
export interface LateGroup {
  readonly name: string;
  resolve(): TerminalGroup | Promise<TerminalGroup>;
}

/** The transactions list of the service (spec §4.3, protocol §2.8). */
@Injectable()
export class TransactionsClient {
  constructor(private readonly service: ServiceCaller) {}

  /**
   * Walks the list, newest first. Nothing is read before it is needed. Each page is a separate read, with its own repeats,
   * and has the lowest priority of the terminal group. See {@link TransactionList} for order, repeats, the end, and how to
   * continue after a failure.
   *
   * @throws PaymentError `FILTER_INVALID` at once, listing every fault
   * @example
   * ```ts
   * const list = payments.group('web').transactions.list({ type: 'refund', createdFrom: clock.now() - 86_400_000 });
   * for await (const { order_id, amount } of list) console.log(order_id, amount);
   * for await (const page of payments.group('web').transactions.list().pages()) console.log(page.items.length);
   * ```
   */
  list(group: TerminalGroup | LateGroup, filter: TransactionFilter = {}, options: ListOptions = {}): TransactionList {
    // Copies: later changes of the caller's filter must not change the next pages.
    const { value: wanted = {}, faults } = checkFields(TransactionFilterDto, filter ?? {});
    const { value: way = {}, faults: wayFaults } = checkFields(ListOptionsDto, options ?? {});
    refuseFaults([...faults, ...wayFaults, ...windowFaults(wanted, way)], group.name);
    const { from, direction = 'older', maxPages = DEFAULT_MAX_PAGES } = way;
    const read = this.reader(group, wanted);
    return new TransactionList({ from: from ?? null, direction, maxPages, read });
  }

  /**
   * One transaction by the service's identifier (protocol §2.8).
   *
   * @throws PaymentError `TRANSACTION_ID_INVALID`, `SERVICE_NOT_FOUND`, `SERVICE_FORBIDDEN`, `TIMEOUT`, `NETWORK`
   */
  async get(group: TerminalGroup, transactionId: string): Promise<ListedTransaction> {
    const { data } = await this.service.call(group, transactionRequest(transactionId));
    return readListedTransaction(data);
  }

  private reader(given: TerminalGroup | LateGroup, filter: TransactionFilter): ListPlan['read'] {
    return async (place) => {
      const group = 'resolve' in given ? await given.resolve() : given;
      const request = listTransactionsRequest(filter, place);
      const reading = readTransactionsPage(await this.service.call(group, request, { priority: 'sweep' }));
      if (!reading.ok) throw noList(group.name, reading.faults);
      if (isCutShort(reading, place?.direction)) throw noList(group.name, reading.faults);
      return reading.page;
    };
  }
}

/** A pager that cannot be read is not the end of the list, although it shows no cursor. */
function isCutShort(
  { page, faults }: { page: TransactionsPage; faults: readonly Fault[] },
  direction?: string,
): boolean {
  const way = direction === 'newer' ? 'before' : 'after';
  const places = new Set(['pager', 'pager.cursor', `pager.${way}`, `pager.cursor.${way}`]);
  return page.items.length > 0 && page[way] === null && faults.some(({ path }) => places.has(path));
}

/** Rules between fields. */
function windowFaults(filter: TransactionFilter, { direction, from }: ListOptions): Fault[] {
  const faults: Fault[] = [];
  for (const what of ['created', 'completed'] as const) {
    const [start, end] = [filter[`${what}From`], filter[`${what}Until`]];
    if (start !== undefined && end !== undefined && start >= end) {
      faults.push({ path: `${what}Until`, message: `must be later than ${what}From` });
    }
  }
  if (direction === 'newer' && !from) faults.push({ path: 'from', message: 'must be a cursor to find newer from' });
  return faults;
}

/** An error instead of an empty page: an empty page would end the list and look like success. */
function noList(group: string, faults: readonly Fault[]): PaymentError {
  return refusal({
    code: 'BAD_RESPONSE',
    message: 'The service answered the list request with something that is no list, or does not say how it goes on.',
    kind: 'unknown',
    execution: 'not-executed',
    retry: 'backoff',
    advice: 'Go on later from the cursor of the list; tell the service if it stays so.',
    group,
    faults,
  });
}
