import { errorCodeEntry } from '../../../protocol/index.js';
import { writeServiceJson, type JsonStyle, type ServiceJson } from './service-json.js';

/** A refusal by the service: a code of spec §7, and what exactly was wrong, in words for the shop's engineer. */
export interface ServiceFault {
  readonly code: number;
  readonly detail?: string;
}

/** What a reading or a change came to that the service refuses. */
export interface Refused {
  readonly ok: false;
  readonly fault: ServiceFault;
}

/** Refuses with a code of the service, and a detail for the log of the shop. */
export const refuse = (code: number, detail: string): Refused => ({ ok: false, fault: { code, detail } });

/** What goes out on the wire. */
export interface ServiceAnswer {
  readonly status: number;
  readonly text: string;
}

// Every other code is answered with 404, as the service's API description has it.
const HTTP_STATUS: Readonly<Record<number, number>> = { 1032: 401 };
const DEFAULT_HTTP_STATUS = 404;

/** `{success, data}` with status 200 (spec §2.4), written as the sandbox's switches say. */
export function successAnswer(data: ServiceJson, style?: JsonStyle): ServiceAnswer {
  return { status: 200, text: `{"success":true,"data":${writeServiceJson(data, style)}}` };
}

/** The error envelope, with the HTTP status that goes with the code. */
export function faultAnswer(fault: ServiceFault): ServiceAnswer {
  const { name } = errorCodeEntry(fault.code);
  const info = fault.detail === undefined ? name : `${name}: ${fault.detail}`;
  const text = `{"success":false,"data":{},"error_code":${fault.code},"error_info":${JSON.stringify(info)}}`;
  return { status: HTTP_STATUS[fault.code] ?? DEFAULT_HTTP_STATUS, text };
}
