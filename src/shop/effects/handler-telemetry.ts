import { SpanKind } from '@opentelemetry/api';
import type { EntityManager } from 'typeorm';
import { ATTRIBUTE, errorType, SPAN, took, traced } from '../telemetry/index.js';
import type { HandledEvent } from './effect-event.js';

type Handle = (event: HandledEvent, tx?: EntityManager) => Promise<void>;

/** Wraps a handler with a span and a duration for each run. */
export function measured(
  { effect, phase }: { effect: string; phase: 'transaction' | 'commit' },
  handle: Handle,
): Handle {
  const kind = phase === 'transaction' ? SpanKind.INTERNAL : SpanKind.CONSUMER;
  const place = { [ATTRIBUTE.effect]: effect, [ATTRIBUTE.phase]: phase };
  return async (event, tx) => {
    const { group, orderId } = event;
    const attributes = { ...place, [ATTRIBUTE.group]: group, [ATTRIBUTE.orderId]: orderId };
    const begun = performance.now();
    const end = (failed: Record<string, string> = {}): void =>
      took('effect', performance.now() - begun, { ...place, [ATTRIBUTE.group]: group, ...failed });
    try {
      await traced(SPAN.effect, { kind, attributes }, () => handle(event, tx));
    } catch (error) {
      end({ [ATTRIBUTE.error]: errorType(error) });
      throw error;
    }
    end();
  };
}
