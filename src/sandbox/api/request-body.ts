import { isFields, parseJson } from '../../protocol/index.js';
import { refuse, type Refused } from '../core/index.js';
import { readText, type PageRequest } from '../../pages/page-request.js';
import type { JsonObject } from './creation/create-order.types.js';

/** A request's JSON object, or the fault of the body. */
export type BodyReading = { ok: true; body: JsonObject } | Refused;

/**
 * Reads the JSON object in a body. Never throws, for any text.
 *
 * @param text the body; null if it was too large to be read.
 */
export function readJsonObject(text: string | null): BodyReading {
  if (text === null) return refuse(1016, 'the request body is too large');
  const parsed = parseJson(text);
  if (!parsed.ok) return refuse(1016, 'the request body is not JSON');
  return isFields(parsed.value)
    ? { ok: true, body: parsed.value }
    : refuse(1016, 'the request body must be a JSON object');
}

/** The same, from a request. */
export async function readBody(request: PageRequest): Promise<BodyReading> {
  return readJsonObject(await readText(request));
}
