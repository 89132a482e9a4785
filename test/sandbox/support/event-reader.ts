import { waitFor } from '../../support/wait-for.js';

/** One server-sent event, its data parsed. */
export interface ReceivedEvent {
  event: string;
  id: string;
  data: Record<string, unknown>;
}

/** An open stream of server-sent events. */
export interface EventReader {
  status: number;
  contentType: string | null;
  events: ReceivedEvent[];
  /** Waits until so many have come. */
  received(count: number): Promise<ReceivedEvent[]>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
}

function parseEvent(block: string): ReceivedEvent[] {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(':'))
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const data = fields.get('data');
  if (data === undefined) return [];
  return [{ event: fields.get('event') ?? '', id: fields.get('id') ?? '', data: JSON.parse(data) }];
}

/** Opens a stream and collects what comes. */
export async function readEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const events: ReceivedEvent[] = [];
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      events.push(...blocks.flatMap(parseEvent));
    }
  };
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    events,
    received: (count) => waitFor(() => (events.length >= count ? events : null), { what: `${count} events` }),
    // A stream that the client closed, or that broke with its connection, has ended as well.
    ended: read().catch(() => undefined),
    close: () => abort.abort(),
  };
}
