import { isSpanContextValid, ROOT_CONTEXT, trace, TraceFlags, type Context, type Span } from '@opentelemetry/api';

/** Version 00 of W3C Trace Context: trace, span, flags. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Rows that store the trace they came from. */
export interface Traced {
  /** In the form of the header of W3C Trace Context; null or absent where nothing was traced. */
  traceparent?: string | null;
}

/** The trace of a row that is being written; an empty object without one, so that its column is left out. */
export function tracedNow(span: Span | undefined = trace.getActiveSpan()): Traced {
  const found = span?.spanContext();
  if (!found || !isSpanContextValid(found)) return {};
  const flags = found.traceFlags.toString(16).padStart(2, '0');
  return { traceparent: `00-${found.traceId}-${found.spanId}-${flags}` };
}

/** The context in which a row was written; an empty one where nothing was traced. */
export function traceContextOf({ traceparent }: Traced): Context {
  const [, traceId = '', spanId = '', flags = '00'] = TRACE_PARENT.exec(traceparent ?? '') ?? [];
  if (traceId === '') return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
