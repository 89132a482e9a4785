import { Ajv } from 'ajv';
import type { Schema } from './fields.js';
import { MESSAGE_SCHEMA, REFUSAL_SCHEMA } from './answers.schema.js';
import { object } from './fields.js';

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });

/** One answer of the payment API, with its text. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What a text has that its schema does not allow; empty: nothing. */
export function faultsOf(schema: Schema, text: string): string[] {
  const validate = ajv.compile(schema);
  validate(JSON.parse(text));
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The envelope of an answer with this `data`, and with what stands beside it in lists. */
export const succeeding = (data: Schema, beside: Record<string, Schema> = {}): Schema =>
  object({ data, success: { const: true }, ...beside });

/** What is wrong with a refusal: its status, its code, its envelope. */
export function refusalFaults({ status, text }: Answer, expected: { status: number; code: number | null }): string[] {
  const schema = expected.code === null ? MESSAGE_SCHEMA : REFUSAL_SCHEMA;
  const code = (JSON.parse(text) as { error_code?: number }).error_code ?? null;
  const faults = faultsOf(schema, text);
  if (status !== expected.status) faults.push(`status ${status} instead of ${expected.status}`);
  if (code !== expected.code) faults.push(`code ${code} instead of ${expected.code}: ${text}`);
  return faults;
}
