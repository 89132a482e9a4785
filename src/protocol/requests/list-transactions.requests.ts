import { digitsOnly, presentOnly } from './account.parts.js';
import type { ListPlace, OneOrMore, TransactionFilter } from './list-transactions.types.js';
import type { ServiceRequest } from './request.types.js';

const TRANSACTIONS_PATH = '/v1/json/transactions';
const SECOND_MS = 1_000;

/**
 * Builds the request for one page of the transactions list (spec §4.3).
 *
 * @param filter - which transactions; it is not checked
 * @param place - where to continue; absent for the newest page
 * @example
 * listTransactionsRequest({ limit: 1_000, type: 'refund' }).query; // { limit: '1000', type: 'refund' }
 */
export function listTransactionsRequest(filter: TransactionFilter = {}, place?: ListPlace): ServiceRequest {
  const query = { ...filterQuery(filter), ...placeQuery(place) };
  return { method: 'GET', path: TRANSACTIONS_PATH, query, body: null, operation: 'list' };
}

/**
 * Builds the request for one transaction by the service's own identifier (protocol §2.8).
 *
 * @param transactionId - digits
 * @throws PaymentError `TRANSACTION_ID_INVALID` if it is not 1 to 25 digits
 * @example
 * transactionRequest('17472052901237123').path; // '/v1/json/transactions/17472052901237123'
 */
export function transactionRequest(transactionId: string): ServiceRequest {
  const id = digitsOnly(transactionId, 'TRANSACTION_ID_INVALID', "The service's identifier of a transaction");
  const path = `${TRANSACTIONS_PATH}/${id}`;
  return { method: 'GET', path, query: {}, body: null, operation: 'list' };
}

function filterQuery(filter: TransactionFilter): Record<string, string> {
  return presentOnly({
    limit: filter.limit?.toString(),
    status: joined(filter.status),
    financial_status: joined(filter.financialStatus),
    type: joined(filter.type),
    payment_method: joined(filter.paymentMethod),
    // Unix seconds are the only form that does not depend on a time zone.
    created_from: seconds(filter.createdFrom, Math.floor),
    created_until: seconds(filter.createdUntil, Math.ceil),
    completed_from: seconds(filter.completedFrom, Math.floor),
    completed_until: seconds(filter.completedUntil, Math.ceil),
    currency: filter.currency,
    debit_credit: filter.movement && { in: 'C', out: 'D' }[filter.movement],
    site_id: filter.siteId?.toString(),
  });
}

function placeQuery(place: ListPlace | undefined): Record<string, string> {
  if (place === undefined) return {};
  return place.direction === 'newer' ? { before: place.cursor } : { after: place.cursor };
}

function joined(values: OneOrMore<string> | undefined): string | undefined {
  if (values === undefined) return undefined;
  return typeof values === 'string' ? values : values.join(',') || undefined;
}

function seconds(epochMs: number | undefined, round: (value: number) => number): string | undefined {
  return epochMs === undefined ? undefined : String(round(epochMs / SECOND_MS));
}
