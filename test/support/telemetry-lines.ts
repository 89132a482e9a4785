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

/** Ids in the order in which they are made: those by chance would say nothing. */
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

/** A span as it ended, in a line. */
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
// Names of the module's own begin alike.
const write = (line: string): void => writeLine(line.replaceAll('tillbridge.', ''));

/** Once for the process: what asks the API for a tracer keeps it. */
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
  // A shop that starts meanwhile has gauges, too; no one reads them here.
  const createObservableGauge = () => ({});
  const ofGauges = { addBatchObservableCallback: () => {}, removeBatchObservableCallback: () => {} };
  const meter = { createCounter, createHistogram, createObservableGauge, ...ofGauges };
  metrics.setGlobalMeterProvider({ getMeter: () => meter } as unknown as MeterProvider);
}

let isInstalled = false;

/**
 * Writes down each span that ends, and each number that is recorded, of this process: what a host sees of the module by
 * OpenTelemetry. How long something took is left out.
 *
 * @param receive - takes a line
 * @returns ends it
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
