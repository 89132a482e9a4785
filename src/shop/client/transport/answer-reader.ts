import { readEnvelope, serviceError } from '../../../protocol/index.js';
import type { RawResponse } from './client-transport.js';
import { classOfErrorAnswer, type CallSubject, type CallVerdict } from './outcome.js';

/** What a complete answer means (spec §2.4, §7). */
export function callVerdictOf(response: RawResponse, { request, group, orderId }: CallSubject): CallVerdict {
  const { httpStatus } = response;
  const content = readEnvelope(response);
  if (content.ok) return { kind: 'accepted', answer: { data: content.data, pager: content.pager, httpStatus } };
  const { code, text, envelope } = content.failure;
  const { operation, method } = request;
  const error = serviceError({ code, text, envelope, httpStatus, operation, method, group, orderId });
  const isReadable = envelope !== 'E5';
  const kind = classOfErrorAnswer({ isRead: method === 'GET', httpStatus, isReadable, execution: error.execution });
  return { kind, error };
}
