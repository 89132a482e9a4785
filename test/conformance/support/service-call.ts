/** A call of the service's API. */
export interface Call {
  /** Default GET. */
  readonly method?: string;
  /** After `/v1/json`, e.g. `/orders`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON; text is sent as it is. */
  readonly body?: unknown;
  /** The API key, sent as the query parameter `api_key`; null: none at all. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer of the service's API. */
export interface ServiceReply {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  /** The whole envelope. */
  readonly json: Record<string, unknown>;
  /** The envelope's `data`; an empty object when it is none. */
  readonly data: Record<string, unknown>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Calls the service the way spec §5.1 shows: the key stands in the query. */
export async function callService(base: string, call: Call): Promise<ServiceReply> {
  const { method = 'GET', path, query = {}, body, key = null, headers = {} } = call;
  const search = new URLSearchParams({ ...(key === null ? {} : { api_key: key }), ...query });
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${base}/v1/json${path}?${search}`, {
    method,
    headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(payload === undefined ? {} : { body: payload }),
  });
  const text = await response.text();
  const json: unknown = JSON.parse(text);
  if (!isObject(json)) throw new Error(`The answer is no JSON object: ${text}`);
  const data = isObject(json['data']) ? json['data'] : {};
  return { status: response.status, type: response.headers.get('content-type'), text, json, data };
}
