import { startService, WEB_KEY, type Service } from '../../sandbox/support/service.js';
import type { Answer } from './published-answer.js';

/** What a test sends, as raw HTTP. */
export type Send = (method: string, path: string, body?: object) => Promise<Answer>;

/** The payment API of a sandbox, asked without any code of the client. */
export interface RawApi {
  readonly service: Service;
  readonly send: Send;
  /** Creates an order with an id of its own. */
  order(fields: Record<string, unknown>): Promise<Answer & { readonly orderId: string }>;
}

/** @param key the API key of the terminal group that asks. */
export async function startRawApi(options: Parameters<typeof startService>[0] = {}, key = WEB_KEY): Promise<RawApi> {
  const service = await startService(options);
  let number = 0;
  const send: Send = async (method, path, body) => {
    const answer = await fetch(`${service.url}/v1/json${path}`, {
      method,
      headers: { api_key: key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    service,
    send,
    order: async (fields) => {
      number += 1;
      const orderId = `P-${number}`;
      const usual = { type: 'redirect', order_id: orderId, currency: 'EUR', amount: 4_599, description: 'An order' };
      return { ...(await send('POST', '/orders', { ...usual, ...fields })), orderId };
    },
  };
}

/** The `data` of an answer. */
export const dataOf = (text: string): Record<string, unknown> =>
  (JSON.parse(text) as { data: Record<string, unknown> }).data;
