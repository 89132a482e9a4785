import type { IncomingMessage } from 'node:http';

/** As much of a request as the sandbox looks at; Express's and Fastify's both have it. */
export interface PageRequest {
  readonly headers: IncomingMessage['headers'];
  readonly url: string;
  readonly originalUrl?: string;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly rawBody?: unknown;
  /** Fastify keeps the stream here; on Express the request is the stream. */
  readonly raw?: AsyncIterable<Uint8Array>;
}

/** The largest request body that is read, in bytes. */
export const MAX_REQUEST_BYTES = 256 * 1024;

/** A header's value; null when it is absent or empty. Repeated headers are joined as Node joins them. */
export function headerOf(request: PageRequest, name: string): string | null {
  const value = request.headers[name];
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === undefined || text === '' ? null : text;
}

/** Every value of a query parameter, in order. */
export function queryValues(request: PageRequest, name: string): string[] {
  const url = request.originalUrl ?? request.url;
  const start = url.indexOf('?');
  return start < 0 ? [] : new URLSearchParams(url.slice(start + 1)).getAll(name);
}

/** The path without the query, as it came on the wire. */
export function pathOf(request: PageRequest): string {
  const [path = '/'] = (request.originalUrl ?? request.url).split('?', 1);
  return path;
}

/**
 * The body's text, wherever the host has it: raw bytes kept, already parsed, or still on the wire.
 *
 * @returns null when it is longer than {@link MAX_REQUEST_BYTES}.
 */
export async function readText(request: PageRequest): Promise<string | null> {
  if (Buffer.isBuffer(request.rawBody)) return limited(request.rawBody);
  if (Buffer.isBuffer(request.body)) return limited(request.body);
  if (typeof request.body === 'string') return limited(Buffer.from(request.body));
  if (request.body !== undefined && request.body !== null) return limited(Buffer.from(JSON.stringify(request.body)));
  return readStream(request.raw ?? (isStream(request) ? request : null));
}

/** The fields of an urlencoded form, whether or not the host has parsed it already. The first value of each name. */
export async function readForm(request: PageRequest): Promise<ReadonlyMap<string, string>> {
  if (isRecord(request.body) && !Buffer.isBuffer(request.body)) {
    const fields = Object.entries(request.body).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return new Map(fields);
  }
  const fields = [...new URLSearchParams((await readText(request)) ?? '')];
  return new Map(fields.reverse());
}

async function readStream(stream: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.length;
    // Read on, but keep nothing: closing the connection here would lose the answer.
    if (length <= MAX_REQUEST_BYTES) chunks.push(chunk);
  }
  return length > MAX_REQUEST_BYTES ? null : Buffer.concat(chunks).toString('utf8');
}

function limited(bytes: Buffer): string | null {
  return bytes.length > MAX_REQUEST_BYTES ? null : bytes.toString('utf8');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isStream(request: PageRequest): request is PageRequest & AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in request;
}
