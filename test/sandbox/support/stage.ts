import { createHmac } from 'node:crypto';
import { afterEach, beforeEach } from '@jest/globals';
import { startReceiver, type ReceivedRequest, type Receiver } from './receiver.js';
import { ORDER, startService, WEB_KEY, type Service } from './service.js';

/** A quarter of an hour: the time between two sendings (spec §8). */
export const QUARTER_MS = 900_000;

/** The order id of {@link ORDER}. */
export const ID = ORDER.order_id;

/** For terminal groups without a site-level address. */
export const WITHOUT_SITE = { terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] };

/** A sandbox and the two addresses that its notifications may go to. */
export interface Stage {
  /** The order-level address. */
  receiver: Receiver;
  /** The site-level address. */
  site: Receiver;
  service: Service;
  /** Starts the sandbox; its site-level address is `site` unless the options say otherwise. */
  start(options?: Parameters<typeof startService>[0]): Promise<Service>;
  /** Fields of an order that has `receiver` as its own address. */
  withUrl(path?: string): Record<string, unknown>;
}

/** Sets a stage before each test of the file and clears it afterwards. */
export function useStage(): Stage {
  const stage = {} as Stage;
  const services: Service[] = [];
  stage.start = async (options = {}) => {
    const site = { name: 'web', apiKey: WEB_KEY, notificationUrl: `${stage.site.url}/site?from=dashboard` };
    stage.service = await startService({ terminalGroups: [site], ...options });
    services.push(stage.service);
    return stage.service;
  };
  stage.withUrl = (path = '/order') => ({
    payment_options: { notification_url: stage.receiver.url + path, notification_method: 'POST' },
  });
  beforeEach(async () => {
    [stage.receiver, stage.site] = await Promise.all([startReceiver(), startReceiver()]);
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map((each) => each.close()));
    await Promise.all([stage.receiver.close(), stage.site.close()]);
  });
  return stage;
}

/** The `Auth` of a captured request, recomputed from the bytes on the wire alone (spec §5). */
export function recomputedAuth(request: ReceivedRequest): string {
  const [timestamp] = Buffer.from(String(request.headers['auth']), 'base64').toString('latin1').split(':', 1);
  const mac = createHmac('sha512', WEB_KEY).update(`${timestamp}:`).update(request.body).digest('hex');
  return Buffer.from(`${timestamp}:${mac}`).toString('base64');
}

/** The order in a captured request. */
export function orderIn(request: ReceivedRequest | undefined): Record<string, unknown> {
  return JSON.parse(String(request?.body.toString('utf8')));
}
