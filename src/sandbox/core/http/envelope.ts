import { errorCodeEntry } from '../../../protocol/index.js';
import { writeServiceJson, type JsonStyle, type ServiceJson } from './service-json.js';

/** A refusal by the service: a code of spec §7, and the exact fault as text for the shop's engineer. */
export interface ServiceFault {
  readonly code: number;
  readonly detail?: string;
}

/** The result of a reading or a change that the service refuses. */
export interface Refused {
  readonly ok: false;
  readonly fault: ServiceFault;
}

/** Refuses with a code of the service, and a detail for the log of the shop. */
export const refuse = (code: number, detail: string): Refused => ({ ok: false, fault: { code, detail } });

/** An answer on the wire. */
export interface ServiceAnswer {
  readonly status: number;
  readonly text: string;
}

// Every other code is answered with 404, as in the service's API description.
const HTTP_STATUS: Readonly<Record<number, number>> = { 1032: 401 };
const DEFAULT_HTTP_STATUS = 404;

/** `{success, data}` with status 200 (spec §2.4), formatted by the sandbox's switches. */
export function successAnswer(data: ServiceJson, style?: JsonStyle): ServiceAnswer {
  return { status: 200, text: `{"success":true,"data":${writeServiceJson(data, style)}}` };
}

/** The error envelope, with the HTTP status of the code. */
export function faultAnswer(fault: ServiceFault): ServiceAnswer {
  const { name } = errorCodeEntry(fault.code);
  const info = fault.detail === undefined ? name : `${name}: ${fault.detail}`;
  const text = `{"success":false,"data":{},"error_code":${fault.code},"error_info":${JSON.stringify(info)}}`;
  return { status: HTTP_STATUS[fault.code] ?? DEFAULT_HTTP_STATUS, text };
}
