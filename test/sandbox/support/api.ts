import { readReply, WEB_KEY, type Service, type ServiceReply } from './service.js';

/** Calls an operation of the payment API; a body is sent as JSON. */
export async function call(
  service: Service,
  operation: string,
  body?: unknown,
  headers: Record<string, string> = { api_key: WEB_KEY },
): Promise<ServiceReply> {
  const [method = 'GET', path = ''] = operation.split(' ');
  const request = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  return readReply(await fetch(`${service.url}/v1/json${path}`, request));
}

/** The code and the HTTP status of a refusal; `ok` when it is none. */
export function verdict({ status, json }: ServiceReply): string {
  return json.success ? 'ok' : `${status} ${json.error_code ?? ''}`;
}

/** The entries of an order's `related_transactions`. */
export function relatedOf({ json }: ServiceReply): Record<string, unknown>[] {
  const related = json.data['related_transactions'];
  return Array.isArray(related) ? related : [];
}
