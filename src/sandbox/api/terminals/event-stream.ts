import { openEventStream } from '../../../pages/event-stream.js';
import type { SessionEvent, SessionListener } from '../../orders/index.js';

/** A listener over HTTP. */
interface SessionStream extends SessionListener {
  /** `work` is called once, when either side has closed the stream. */
  onClose(work: () => void): void;
}

/**
 * Turns a response into a stream of the events of an order.
 *
 * @returns null if the response is neither Express's nor Fastify's.
 */
export function openSessionStream(response: unknown): SessionStream | null {
  const stream = openEventStream(response);
  if (stream === null) return null;
  return {
    receive: (event) => stream.write(eventText(event)),
    end: () => stream.end(),
    onClose: (work) => stream.onClose(work),
  };
}

/** An event in the form of the wire. */
function eventText({ id, data }: SessionEvent): string {
  return `event: session.order\nid: ${id}\ndata: ${data}\n\n`;
}
