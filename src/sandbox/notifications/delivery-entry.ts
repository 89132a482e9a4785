import type { SandboxDeliveryEntity } from './sandbox-delivery.entity.js';
import type { SandboxDelivery } from './delivery.types.js';

/** A delivery as an entry of the history. */
export function historyEntry(
  delivery: SandboxDeliveryEntity,
  about: Pick<SandboxDelivery, 'cause' | 'orderId' | 'group'>,
): SandboxDelivery {
  const { id, notificationId, trigger, level, attempt, timestamp, at, fault } = delivery;
  const { method, url, headers, body } = delivery;
  const { durationMs, status, response, responseHeaders, verdict } = delivery;
  const key = { id, notificationId, ...about, trigger, level, attempt, timestamp, at };
  const request = { method, requestLine: requestLine(method, url), url, headers, body };
  return { ...key, ...request, durationMs, status, response, responseHeaders, verdict, fault };
}

function requestLine(method: string, url: string): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search} HTTP/1.1`;
}
