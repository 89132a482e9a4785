import { openEventStream } from '../../../pages/event-stream.js';
import type { SessionEvent, SessionListener } from '../../orders/index.js';

/** Someone who listens over HTTP. */
interface SessionStream extends SessionListener {
  /** Called once when either side has closed it. */
  onClose(work: () => void): void;
}

/**
 * Turns a response into a stream of the events of an order.
 *
 * @returns null when the host's response is neither Express's nor Fastify's.
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

/** An event on the wire. */
function eventText({ id, data }: SessionEvent): string {
  return `event: session.order\nid: ${id}\ndata: ${data}\n\n`;
}
