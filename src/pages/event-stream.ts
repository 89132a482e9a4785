import { rawResponse } from './raw-response.js';

/** An open stream of server-sent events. */
export interface EventStream {
  /** Writes one event, or a comment, as it stands on the wire. */
  write(text: string): void;
  /** Closes the stream. */
  end(): void;
  /** Called once when either side has closed it. */
  onClose(work: () => void): void;
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Accel-Buffering': 'no',
};

/**
 * Turns a response into a stream of server-sent events, on Express and on Fastify.
 *
 * @returns null when the host's response is neither.
 */
export function openEventStream(response: unknown): EventStream | null {
  const raw = rawResponse(response);
  if (raw === null) return null;
  raw.writeHead(200, HEADERS);
  // So that the client knows at once that it listens.
  raw.write(': listening\n\n');
  return {
    write: (text) => void raw.write(text),
    end: () => void raw.end(),
    onClose: (work) => void raw.on('close', work),
  };
}
