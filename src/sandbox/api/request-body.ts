import { parseJson } from '../../protocol/index.js';
import type { ServiceFault } from '../core/index.js';
import { readText, type PageRequest } from '../../pages/page-request.js';
import type { JsonObject } from './creation/create-order.types.js';
import { isObject } from './json-fields.js';

/** A request's JSON object, or what is wrong with the body. */
export type BodyReading = { ok: true; body: JsonObject } | { ok: false; fault: ServiceFault };

/**
 * Reads the JSON object in a body. Never throws, whatever the text.
 *
 * @param text the body; null when it was too large to be read.
 */
export function readJsonObject(text: string | null): BodyReading {
  if (text === null) return refuse('the request body is too large');
  const parsed = parseJson(text);
  if (!parsed.ok) return refuse('the request body is not JSON');
  return isObject(parsed.value) ? { ok: true, body: parsed.value } : refuse('the request body must be a JSON object');
}

/** The same, from a request. */
export async function readBody(request: PageRequest): Promise<BodyReading> {
  return readJsonObject(await readText(request));
}

function refuse(detail: string): BodyReading {
  return { ok: false, fault: { code: 1016, detail } };
}
