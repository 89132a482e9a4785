import {
  context,
  isSpanContextValid,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanKind,
} from '@opentelemetry/api';
import { ATTRIBUTE } from './attributes.js';
import { errorType } from './error-type.js';
import { SCOPE } from './meters.js';

/** Names of the module's spans. */
export const SPAN = {
  /** A notification arrives and is committed to the inbox. */
  receive: 'tillbridge.notification.receive',
  /** A notification goes from the inbox to the ledger. */
  process: 'tillbridge.notification.process',
  /** Observations are merged into their orders, in one transaction. */
  observe: 'tillbridge.ledger.observe',
  /** A handler is run. */
  effect: 'tillbridge.effect.run',
  /** The service is called. */
  call: 'tillbridge.service.call',
} as const;

/** The attributes and the parent of a span. */
export interface SpanAbout {
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** The parent context; by default the active one. */
  readonly parent?: Context;
}

// It finds a provider that is registered later, too; until then its spans do nothing.
const tracer = trace.getTracer(SCOPE);

/** Marks a span as failed, without the error's text. */
export function markFailed(span: Span, type: string): void {
  span.setAttribute(ATTRIBUTE.error, type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Runs work inside a span. Without an SDK the work runs alone.
 *
 * @throws the error of the work, noted on the span by its class
 */
export function traced<T>(
  name: (typeof SPAN)[keyof typeof SPAN],
  about: SpanAbout,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracedTogether(name, [about], (spans) => work(spans[0]!));
}

/**
 * Runs work that belongs to several spans: it runs in the first, and the others link to that one.
 *
 * @param each - at least one
 * @throws the error of the work, noted on all of them
 */
export async function tracedTogether<T>(
  name: (typeof SPAN)[keyof typeof SPAN],
  each: readonly SpanAbout[],
  work: (spans: readonly Span[]) => Promise<T>,
): Promise<T> {
  const spans = each.map(({ kind, attributes, parent }) => tracer.startSpan(name, { kind, attributes }, parent));
  const [first, ...others] = spans;
  for (const other of others) other.addLink({ context: first!.spanContext() });
  const parent = each[0]?.parent ?? context.active();
  // Without an SDK a span has nothing to pass on, and a context for it would outlive the next collection of young objects.
  const inside = isSpanContextValid(first!.spanContext()) ? trace.setSpan(parent, first!) : parent;
  try {
    return await context.with(inside, () => work(spans));
  } catch (error) {
    for (const span of spans) markFailed(span, errorType(error));
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}
