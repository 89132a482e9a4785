import type { IncomingMessage } from 'node:http';
import { inSteps } from '../support/index.js';

/** The used part of a request; both Express and Fastify have it. */
export interface PageRequest {
  readonly headers: IncomingMessage['headers'];
  readonly url: string;
  readonly originalUrl?: string;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly rawBody?: unknown;
  /** Fastify has the stream here; on Express the request itself is the stream. */
  readonly raw?: AsyncIterable<Uint8Array>;
}

/** The largest request body that is read, in bytes. */
export const MAX_REQUEST_BYTES = 256 * 1024;

/** The largest form with files in it that is read, in bytes. */
export const MAX_UPLOAD_BYTES = 4 * 1024 * 1024;

const MAX_PARTS = 40;
const TEXT_STEP_BYTES = 256 * 1024;

/** A header's value; null if absent or empty. Repeated headers are joined as in Node. */
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

/** The first value of a query parameter, without NUL, which some databases refuse. Empty if absent. */
export function queryText(request: PageRequest, name: string): string {
  const [text = ''] = queryValues(request, name);
  return text.replaceAll('\0', '');
}

/** The first value of a query parameter if it is one of the allowed ones. */
export function queryChoice<T extends string>(request: PageRequest, name: string, choices: readonly T[]): T | null {
  const [text] = queryValues(request, name);
  return choices.find((choice) => choice === text) ?? null;
}

const ROW_ID = /^[\w-]{1,36}$/;

/** Whether a text from a URL can be the id of a row; otherwise the database is not queried. */
export const isRowId = (text: string): boolean => ROW_ID.test(text);

/** The path without the query, as received. */
export function pathOf(request: PageRequest): string {
  const [path = '/'] = (request.originalUrl ?? request.url).split('?', 1);
  return path;
}

/**
 * The body's text, wherever the host has it: as raw bytes, already parsed, or still unread.
 *
 * @returns null if it is longer than {@link MAX_REQUEST_BYTES}.
 */
export async function readText(request: PageRequest): Promise<string | null> {
  if (Buffer.isBuffer(request.rawBody)) return limited(request.rawBody);
  if (Buffer.isBuffer(request.body)) return limited(request.body);
  if (typeof request.body === 'string') return limited(Buffer.from(request.body));
  if (request.body !== undefined && request.body !== null) return limited(Buffer.from(JSON.stringify(request.body)));
  return (await readStream(streamOf(request), MAX_REQUEST_BYTES))?.toString('utf8') ?? null;
}

/**
 * The fields of a form, urlencoded or with files (multipart), whether or not the host has parsed it. The first value of
 * each name; for a file its text. Empty if it is not a form.
 *
 * @returns null if it is longer than {@link MAX_REQUEST_BYTES}, or {@link MAX_UPLOAD_BYTES} with files
 */
export async function readForm(request: PageRequest): Promise<ReadonlyMap<string, string> | null> {
  const type = headerOf(request, 'content-type') ?? '';
  const isUnread = !isRecord(request.body) || Object.keys(request.body).length === 0;
  if (isUnread && /^multipart\/form-data\s*;/i.test(type)) return readParts(request, type);
  if (isRecord(request.body) && !Buffer.isBuffer(request.body)) {
    const fields = Object.entries(request.body).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return new Map(fields);
  }
  const text = await readText(request);
  return text === null ? null : new Map([...new URLSearchParams(text)].reverse());
}

/** Uses the platform's own parser for the body of a fetch. */
async function readParts(request: PageRequest, type: string): Promise<ReadonlyMap<string, string> | null> {
  const bytes = await readStream(streamOf(request), MAX_UPLOAD_BYTES);
  if (bytes === null) return null;
  if (hasManyParts(bytes, type)) return new Map();
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    const fields: [string, string][] = [];
    for (const [name, value] of form) fields.push([name, typeof value === 'string' ? value : await textOf(value)]);
    return new Map(fields.reverse());
  } catch {
    // The body is cut, or is not such a form: without its token nothing is done.
    return new Map();
  }
}

/** Reads the text of a file in steps, because megabytes of non-ASCII text would block the event loop. */
async function textOf(file: Blob): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of inSteps(new Uint8Array(await file.arrayBuffer()), TEXT_STEP_BYTES)) {
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** Whether there are more parts than any form has fields: a parser needs seconds for as many as an upload can hold. */
function hasManyParts(bytes: Buffer, type: string): boolean {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = `--${quoted ?? plain ?? ''}`;
  let at = -1;
  for (let parts = 0; parts <= MAX_PARTS; parts += 1) {
    at = bytes.indexOf(boundary, at + 1);
    if (at < 0) return false;
  }
  return true;
}

const streamOf = (request: PageRequest): AsyncIterable<Uint8Array> | null =>
  request.raw ?? (isStream(request) ? request : null);

async function readStream(stream: AsyncIterable<Uint8Array> | null, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.length;
    // Reads to the end without keeping the data: if the connection were closed here, the answer would be lost.
    if (length <= limit) chunks.push(chunk);
  }
  return length > limit ? null : Buffer.concat(chunks);
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
