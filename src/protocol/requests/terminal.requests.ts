import { digitsOnly } from './account.parts.js';
import type { ServiceRequest } from './request.types.js';

/** A page of a list with page numbers (protocol §2.10). */
export interface NumberedPage {
  /** From 1. */
  readonly page: number;
  /** Terminals per page. */
  readonly limit: number;
}

/**
 * Builds the request for one page of the terminals of the account, or of one terminal group (protocol §2.10).
 *
 * @param page - which page
 * @param groupId - the service's number of a terminal group; absent for every terminal of the account
 * @throws PaymentError `TERMINAL_GROUP_ID_INVALID` if the group's number is not 1 to 25 digits
 * @example
 * terminalsRequest({ page: 1, limit: 100 }, '42').path; // '/v1/json/terminal-groups/42/terminals'
 */
export function terminalsRequest({ page, limit }: NumberedPage, groupId?: string): ServiceRequest {
  const query = { page: String(page), limit: String(limit) };
  const request = { method: 'GET', query, body: null } as const;
  if (groupId === undefined) return { ...request, path: '/v1/json/terminals', operation: 'terminals' };
  const id = digitsOnly(groupId, 'TERMINAL_GROUP_ID_INVALID', "The service's number of a terminal group");
  return { ...request, path: `/v1/json/terminal-groups/${id}/terminals`, operation: 'terminal-groups' };
}
