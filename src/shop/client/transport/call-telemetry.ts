import { SpanKind } from '@opentelemetry/api';
import { isListedCode, parseUrl, type PaymentError, type ServiceRequest } from '../../../protocol/index.js';
import { ATTRIBUTE, count, markFailed, SPAN, took, traced } from '../../telemetry/index.js';
import type { TerminalGroup } from '../../core/index.js';
import type { CallOutcome } from './outcome.js';

/**
 * The facts of a call that telemetry may show. It leaves out the path, which may hold more than an order's id, and all
 * headers.
 */
interface MeasuredCall {
  readonly group: TerminalGroup;
  readonly request: ServiceRequest;
  readonly orderId: string | undefined;
}

/** Sends a call in a separate span, and records how long it took. */
export function tracedCall(
  { group, request, orderId }: MeasuredCall,
  send: () => Promise<CallOutcome>,
): Promise<CallOutcome> {
  const common = {
    [ATTRIBUTE.group]: group.name,
    [ATTRIBUTE.method]: request.method,
    [ATTRIBUTE.operation]: request.operation,
  };
  const server = parseUrl(group.baseUrl)?.hostname;
  const attributes = {
    ...common,
    ...(server !== undefined && { [ATTRIBUTE.server]: server }),
    ...(orderId !== undefined && { [ATTRIBUTE.orderId]: orderId }),
  };
  return traced(SPAN.call, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const outcome = await send();
    const { httpStatus, kind, durationMs } = outcome;
    const came = { [ATTRIBUTE.outcome]: kind, ...(httpStatus !== null && { [ATTRIBUTE.status]: httpStatus }) };
    const failed = kind === 'accepted' ? {} : { [ATTRIBUTE.error]: labelOf(outcome.error) };
    span.setAttributes(came);
    if (kind !== 'accepted') markFailed(span, outcome.error.code);
    took('call', durationMs, { ...common, ...came, ...failed });
    return outcome;
  });
}

/** A metric has a time series for each of its labels, so codes of the service that no table lists share one. */
const labelOf = ({ code, serviceCode }: PaymentError): string =>
  serviceCode === null || isListedCode(serviceCode) ? code : '_OTHER';

/** Counts a call that was not made. */
export const countHold = (group: string, code: string): void =>
  count('holds', { [ATTRIBUTE.group]: group, [ATTRIBUTE.hold]: code });
