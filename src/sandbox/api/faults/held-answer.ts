import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer that its handler has written and that is not yet sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body: Buffer;
}

/** The replacement of an answer: another one, or null if the connection ends without any. */
export type AnswerFate = (answer: Answer) => Promise<Answer | null>;

/** Writes the bytes of a body to the socket. */
export type BodyWriter = (response: ServerResponse, body: Buffer) => Promise<void>;

/** Headers that describe the bytes of one body, and are wrong for another body. */
const BODY_HEADERS = ['content-length', 'etag', 'transfer-encoding'];

/**
 * Keeps a handler's output from the socket until it is complete, and lets `fate` decide what is sent.
 *
 * It uses Node's own response, so it works on Express and Fastify.
 */
export function holdAnswer(
  response: ServerResponse<IncomingMessage>,
  fate: AnswerFate,
  writeBody: BodyWriter = writeAtOnce,
): void {
  const original = { writeHead: response.writeHead, write: response.write, end: response.end };
  const chunks: Buffer[] = [];
  const written = new Map<string, string | number | readonly string[]>();
  const hold = {
    writeHead: (status: number, ...rest: unknown[]): ServerResponse => {
      response.statusCode = status;
      for (const [name, value] of headersIn(rest)) written.set(name, value);
      return response;
    },
    write: (chunk: unknown): boolean => {
      keep(chunks, chunk);
      return true;
    },
    end: (chunk?: unknown): ServerResponse => {
      keep(chunks, chunk);
      Object.assign(response, original);
      for (const [name, value] of written) response.setHeader(name, value);
      void release(response, Buffer.concat(chunks), { fate, writeBody });
      return response;
    },
  };
  Object.assign(response, hold);
}

async function release(
  response: ServerResponse,
  body: Buffer,
  { fate, writeBody }: { fate: AnswerFate; writeBody: BodyWriter },
): Promise<void> {
  try {
    const answer = await fate({ status: response.statusCode, headers: shownHeaders(response), body });
    if (answer === null) return;
    for (const name of BODY_HEADERS) response.removeHeader(name);
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    response.setHeader('Content-Length', answer.body.length);
    response.writeHead(answer.status);
    await writeBody(response, answer.body);
  } catch {
    // The client has disconnected, or the sandbox is closing: no answer is possible.
    response.destroy();
  }
}

const writeAtOnce: BodyWriter = async (response, body) => void response.end(body);

function shownHeaders(response: ServerResponse): Answer['headers'] {
  const entries = Object.entries(response.getHeaders()).filter(([name]) => !BODY_HEADERS.includes(name));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function keep(chunks: Buffer[], chunk: unknown): void {
  if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
  else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
}

// writeHead(status[, message][, headers]); headers as an object, or as a flat list of names and values.
function headersIn(rest: readonly unknown[]): [string, string | number | readonly string[]][] {
  const headers = rest.find((part) => typeof part === 'object' && part !== null);
  if (headers === undefined || headers === null) return [];
  const pairs = Array.isArray(headers) ? pairsOf(headers) : Object.entries(headers);
  return pairs.flatMap(([name, value]) => (isHeaderValue(value) ? [[name, value]] : []));
}

function pairsOf(list: readonly unknown[]): [string, unknown][] {
  const isFlat = typeof list[0] === 'string';
  if (!isFlat) return list.filter((pair) => Array.isArray(pair)).map(([name, value]) => [String(name), value]);
  return list.flatMap((name, index) => (index % 2 === 0 ? [[String(name), list[index + 1]]] : []));
}

function isHeaderValue(value: unknown): value is string | number | readonly string[] {
  return typeof value === 'string' || typeof value === 'number' || Array.isArray(value);
}
