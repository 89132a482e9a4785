import {
  context,
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type MeterProvider,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, type IdGenerator, type ReadableSpan } from '@opentelemetry/sdk-trace-base';

const textOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

/** Ids in the order of their creation, because random ids would differ each time. */
class CountedIds implements IdGenerator {
  #spans = 0;
  #traces = 0;

  restart(): void {
    [this.#spans, this.#traces] = [0, 0];
  }

  readonly generateSpanId = (): string => String((this.#spans += 1)).padStart(16, '0');
  readonly generateTraceId = (): string => String((this.#traces += 1)).padStart(32, '0');
}

const spanName = (id: string): string => `s${Number(id)}`;

/** An ended span, as one line. */
function lineOf(span: ReadableSpan): string {
  const { name, kind, attributes, status, links, parentSpanContext } = span;
  const facts = [
    `${SpanKind[kind]!.toLowerCase()} span ${spanName(span.spanContext().spanId)} ${name}`,
    ...(parentSpanContext ? [`in ${spanName(parentSpanContext.spanId)}`] : []),
    ...links.map((link) => `beside ${spanName(link.context.spanId)}`),
    ...(status.code === SpanStatusCode.ERROR ? ['failed'] : []),
  ];
  return `${facts.join(' ')}: ${textOf(attributes)}`;
}

const ids = new CountedIds();
let writeLine: (line: string) => void = () => {};
// The module's own names begin with the same prefix.
const write = (line: string): void => writeLine(line.replaceAll('tillbridge.', ''));

/** Once for the process, because a tracer of the API is kept by its user. */
function install(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const processor = {
    onStart: () => {},
    onEnd: (span: ReadableSpan) => write(lineOf(span)),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  trace.setGlobalTracerProvider(new BasicTracerProvider({ idGenerator: ids, spanProcessors: [processor] }));
  const createCounter = (name: string) => ({
    add: (times: number, attributes: Attributes) => write(`metric ${name} +${times}: ${textOf(attributes)}`),
  });
  const createHistogram = (name: string) => ({
    record: (seconds: number, attributes: Attributes) =>
      write(`metric ${name} ${seconds >= 0 && seconds < 60 ? '* s' : seconds}: ${textOf(attributes)}`),
  });
  // A shop that starts meanwhile also creates gauges; they are not read here.
  const createObservableGauge = () => ({});
  const ofGauges = { addBatchObservableCallback: () => {}, removeBatchObservableCallback: () => {} };
  const meter = { createCounter, createHistogram, createObservableGauge, ...ofGauges };
  metrics.setGlobalMeterProvider({ getMeter: () => meter } as unknown as MeterProvider);
}

let isInstalled = false;

/**
 * Records each ended span, and each recorded number, of this process: what a host sees of the module through
 * OpenTelemetry, without durations.
 *
 * @param receive - called with each line
 * @returns a function that ends it
 */
export function tapTelemetry(receive: (line: string) => void): () => void {
  if (!isInstalled) install();
  isInstalled = true;
  ids.restart();
  writeLine = receive;
  return () => {
    writeLine = () => {};
  };
}
