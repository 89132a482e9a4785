import { isFields, isWellFormed, type Fault, type PaymentError, type ServiceRequest } from '../../../protocol/index.js';
import { decodedText } from '../../../support/index.js';
import { faultList, refusal, type TerminalGroup } from '../../core/index.js';

/** The caller's own request, for operations that the package does not cover (spec §4). */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** From `/v1/json/` on, percent-encoded, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Sent as JSON; not with `GET`. Identifiers of more than 15 digits belong in text. */
  readonly body?: Readonly<Record<string, unknown>>;
}

const METHODS: ReadonlySet<unknown> = new Set(['GET', 'POST', 'PATCH']);
/** Unreserved and sub-delimiting characters, whole percent triplets, and slashes (RFC 3986). */
const PATH = /^\/v1\/json\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})+$/;
const QUERY_NAME = /^[A-Za-z0-9_-]{1,64}(?:\[\])?$/;
const KEY_NAME = /^api[_-]?key(?:\[\])?$/i;

/**
 * Checks a raw request: it may go to the service and nowhere else, and it may not carry the key in its path, query or body.
 *
 * @throws PaymentError `REQUEST_INVALID` listing every fault, without values
 */
export function toServiceRequest(group: TerminalGroup, raw: RawRequest): ServiceRequest {
  if (!isFields(raw)) throw requestInvalid(group.name, [fault('request', 'must be an object')]);
  const { method, path, query = {} } = raw;
  const body = readBody(group, raw);
  const faults = [
    ...(METHODS.has(method) ? [] : [fault('method', 'must be GET, POST or PATCH')]),
    ...pathFaults(group, path),
    ...(isFields(query) ? queryFaults(group, query) : [fault('query', 'must be an object')]),
    ...body.faults,
  ];
  if (faults.length > 0) throw requestInvalid(group.name, faults);
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return { method, path, query: texts, body: body.json, operation: 'other' };
}

function pathFaults(group: TerminalGroup, path: unknown): Fault[] {
  if (typeof path !== 'string' || !PATH.test(path)) {
    return [fault('path', 'must begin with /v1/json/ and be percent-encoded, without query and fragment')];
  }
  const decoded = decodedText(path);
  // Its meaning would be unclear.
  if (decoded === null) return [fault('path', 'must be UTF-8 where it is percent-encoded')];
  if (climbs(decoded)) return [fault('path', 'must not climb with dots, however they are encoded')];
  return holdsKey(group, `${path} ${decoded}`, 'path');
}

/** Checked after decoding: some servers decode slashes before they search for `..`, others after. */
const climbs = (decoded: string): boolean =>
  decoded.split(/[/\\]/).some((segment) => segment === '.' || segment === '..');

function queryFaults(group: TerminalGroup, query: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (KEY_NAME.test(name)) return [fault('query', 'must not hold the API key; it is added where it belongs')];
    if (group.keys.isIn(name)) return holdsKey(group, name, 'query');
    if (!QUERY_NAME.test(name)) return [fault('query', 'has a name that is not letters, digits, - or _')];
    const isPlain = typeof value === 'boolean' || Number.isFinite(value);
    if (isPlain || (typeof value === 'string' && isWellFormed(value))) {
      return holdsKey(group, String(value), `query.${name}`);
    }
    return [fault(`query.${name}`, 'must be text, a number, true or false')];
  });
}

interface RawBody {
  readonly json: ServiceRequest['body'];
  readonly faults: readonly Fault[];
}

/** A copy, as JSON has it: exactly this copy is checked and sent, and later changes by the caller have no effect. */
function readBody(group: TerminalGroup, { method, body }: RawRequest): RawBody {
  if (body === undefined) return { json: null, faults: [] };
  const wrong = (message: string): RawBody => ({ json: null, faults: [fault('body', message)] });
  if (method === 'GET') return wrong('must not be sent with GET');
  if (!isFields(body)) return wrong('must be an object');
  try {
    const text = JSON.stringify(body);
    const json: unknown = JSON.parse(text);
    return isFields(json) ? { json, faults: holdsKey(group, text, 'body') } : wrong('must be an object');
  } catch {
    return wrong('cannot be written as JSON');
  }
}

/** The package adds the key, so code that writes requests need not have it (promise 6). */
function holdsKey({ keys }: TerminalGroup, text: string, path: string): Fault[] {
  return keys.isIn(text) ? [fault(path, 'must not hold an API key')] : [];
}

function fault(path: string, message: string): Fault {
  return { path, message };
}

function requestInvalid(group: string, faults: readonly Fault[]): PaymentError {
  return refusal({
    code: 'REQUEST_INVALID',
    message: `The request was not sent:${faultList(faults)}`,
    httpStatus: 500,
    group,
    faults,
  });
}
