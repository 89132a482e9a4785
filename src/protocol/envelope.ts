import { FieldReader } from './field-reader.js';
import { parseJson } from './json.js';

/**
 * The forms in which the service reports errors (protocol §3.1): E1 `error_code` and `error_info`; E2 `message`; E3
 * `error.message`; E4 `message` and `errors`; E5 no JSON, or JSON that is neither success nor error.
 */
export type ErrorEnvelope = 'E1' | 'E2' | 'E3' | 'E4' | 'E5';

/** An error answer, as the service gave it. */
export interface ServiceFailure {
  readonly envelope: ErrorEnvelope;
  /** `error_code`, or `null`. */
  readonly code: number | null;
  /** The service's own text. It may be localised and may quote the request, so it must not reach customers or logs. */
  readonly text: string;
  readonly httpStatus: number;
}

/** The content of an answer of the service. */
export type EnvelopeContent = { ok: true; data: unknown; pager: unknown } | { ok: false; failure: ServiceFailure };

/**
 * Reads the content of an answer (spec §2.4, protocol §3.1). Never throws.
 *
 * An answer is a success only if it has `success: true` and the HTTP status agrees, because errors come with status 200
 * too. An answer with `success: true` under an error status does not count as an answer of the service.
 *
 * @param answer - HTTP status and body text
 * @example
 * const content = readEnvelope({ httpStatus: 200, body: '{"success":true,"data":{"order_id":"S1"}}' });
 * if (content.ok) parseOrder(content.data);
 */
export function readEnvelope({ httpStatus, body }: { httpStatus: number; body: string }): EnvelopeContent {
  const parsed = parseJson(body);
  if (!parsed.ok) return { ok: false, failure: { envelope: 'E5', code: null, text: parsed.message, httpStatus } };
  const reader = new FieldReader(parsed.value, '', []);
  if (reader.raw('success') === true) return contentOf(reader, httpStatus);
  return { ok: false, failure: { ...readFailure(reader), httpStatus } };
}

/** An answer with `success: true` under an error status contradicts itself: neither it nor its code is believed. */
function contentOf(reader: FieldReader, httpStatus: number): EnvelopeContent {
  if (httpStatus < 200 || httpStatus > 299) {
    return { ok: false, failure: { envelope: 'E5', code: null, text: '', httpStatus } };
  }
  return { ok: true, data: reader.raw('data'), pager: reader.raw('pager') };
}

function readFailure(reader: FieldReader): Omit<ServiceFailure, 'httpStatus'> {
  const code = reader.integer('error_code');
  const nested = reader.object('error').text('message');
  const text = reader.text('error_info') ?? nested ?? reader.text('message') ?? '';
  return { envelope: envelopeOf(reader, nested), code, text };
}

function envelopeOf(reader: FieldReader, nested: string | null): ErrorEnvelope {
  // A code that cannot be read might be one that leaves the outcome open.
  if (reader.integer('error_code') === null && reader.raw('error_code')) return 'E5';
  if (reader.raw('error_code') !== null || reader.raw('error_info') !== null) return 'E1';
  if (nested !== null) return 'E3';
  if (reader.text('message') === null) return reader.raw('success') === false ? 'E1' : 'E5';
  return Array.isArray(reader.raw('errors')) ? 'E4' : 'E2';
}
