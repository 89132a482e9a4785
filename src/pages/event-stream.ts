import { rawResponse } from './raw-response.js';

/** An open stream of server-sent events. */
export interface EventStream {
  /** Writes one event, or a comment, in the form of the wire. */
  write(text: string): void;
  /** Closes the stream. */
  end(): void;
  /** `work` is called once, when either side has closed the stream. */
  onClose(work: () => void): void;
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A host or a proxy that compresses would hold the events back until there is enough to compress.
  'Cache-Control': 'no-store, no-transform',
  'X-Content-Type-Options': 'nosniff',
  'X-Accel-Buffering': 'no',
};

/**
 * Turns a response into a stream of server-sent events, on Express and on Fastify.
 *
 * @returns null if the response is of neither.
 */
export function openEventStream(response: unknown): EventStream | null {
  const raw = rawResponse(response);
  if (raw === null) return null;
  raw.writeHead(200, HEADERS);
  // Tells the client at once that the stream is open.
  raw.write(': listening\n\n');
  return {
    write: (text) => void raw.write(text),
    end: () => void raw.end(),
    onClose: (work) => void raw.on('close', work),
  };
}
