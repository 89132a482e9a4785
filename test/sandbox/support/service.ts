import { startSandbox, type Sandbox, type StandaloneSandboxOptions } from '../../../src/sandbox/index.js';
import { ManualClock } from '../../../src/support/index.js';
import { TILL_KEY, WEB_KEY } from './keys.js';

export { TILL_KEY, WEB_KEY };

/** An answer of the payment API. */
export interface ServiceReply {
  status: number;
  contentType: string | null;
  text: string;
  json: { success: boolean; data: Record<string, unknown>; error_code?: number; error_info?: string };
}

/** A running sandbox with a clock that the test moves. */
export interface Service {
  url: string;
  clock: ManualClock;
  sandbox: Sandbox;
  /** Creates an order from the fields given, on top of a complete one; expects nothing of the answer. */
  create(fields?: Record<string, unknown>, headers?: Record<string, string>): Promise<ServiceReply>;
  /** Creates an order and returns its payment page's address. */
  paymentUrl(fields?: Record<string, unknown>): Promise<string>;
  get(orderId: string, headers?: Record<string, string>): Promise<ServiceReply>;
  close(): Promise<void>;
}

/** A complete request; tests change what they are about. */
export const ORDER = {
  type: 'redirect',
  order_id: 'S10042-1',
  currency: 'EUR',
  amount: 4599,
  description: 'Order S10042',
} as const;

/** Reads an answer of the payment API. */
export async function readReply(response: Response): Promise<ServiceReply> {
  const text = await response.text();
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    text,
    json: JSON.parse(text),
  };
}

/** Starts a sandbox on a free port, with two terminal groups: `web` and `till`. */
export async function startService(options: Partial<StandaloneSandboxOptions> = {}): Promise<Service> {
  const clock = new ManualClock();
  const terminalGroups = [
    { name: 'web', apiKey: WEB_KEY },
    { name: 'till', apiKey: TILL_KEY },
  ];
  const { url, sandbox, close } = await startSandbox({ terminalGroups, clock, ...options });
  const create: Service['create'] = async (fields, headers = { api_key: WEB_KEY }) => {
    const body = JSON.stringify({ ...ORDER, ...fields });
    return readReply(await fetch(`${url}/v1/json/orders`, { method: 'POST', headers, body }));
  };
  return {
    url,
    clock,
    sandbox,
    create,
    paymentUrl: async (fields) => {
      const { text, json } = await create(fields);
      if (!json.success) throw new Error(`The order was refused: ${text}`);
      return String(json.data['payment_url']);
    },
    get: async (orderId, headers = { api_key: WEB_KEY }) =>
      readReply(await fetch(`${url}/v1/json/orders/${encodeURIComponent(orderId)}`, { headers })),
    close,
  };
}

/** Sends the payment page's form the way a browser without JavaScript does; redirects are not followed. */
export function submit(paymentUrl: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return fetch(paymentUrl, { method: 'POST', headers, body, redirect: 'manual' });
}
