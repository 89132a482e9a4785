import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const signed = (shop: ShopHost, orderId: string) => {
  const body = orderBody({ orderId, amount: 1250, at: Date.now() });
  return signedNotification({ key: shop.key, at: Date.now(), orderId, body });
};

/** A request as adapters for functions in a cloud make it: there is no connection, and all of it is there from the start. */
class WholeRequest extends IncomingMessage {
  constructor(url: string, headers: Readonly<Record<string, string>>, body: string) {
    super(new Socket());
    const length = String(Buffer.byteLength(body));
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const own = { ...Object.fromEntries(lower), 'content-length': length };
    Object.assign(this, { method: 'POST', url, headers: own, complete: true });
    this._read = () => {
      this.push(body);
      this.push(null);
    };
  }
}

/** Calls an application without a server. @returns the status and what was written */
async function callWithin(handler: Handler, request: IncomingMessage): Promise<{ status: number; text: string }> {
  let text = '';
  const sink = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString();
      done();
    },
  });
  const response = new ServerResponse(request);
  response.assignSocket(sink as Socket);
  handler(request, response);
  await waitFor(() => Promise.resolve(response.writableFinished), { what: 'the answer' });
  return { status: response.statusCode, text };
}

describe('a notification that does not come from the parser of a server, at once', () => {
  let shop: ShopHost;
  afterEach(() => shop.close());

  it('is taken where an adapter hands the application whole requests', async () => {
    shop = await startShop({ engine: 'sqlite' });
    const { search, headers, body } = signed(shop, 'A-1');
    const handler = shop.app.getHttpAdapter().getInstance() as Handler;
    const url = `/payments/notifications/web${search}`;
    const taken = await callWithin(handler, new WholeRequest(url, headers, String(body)));
    expect(taken).toMatchObject({ status: 200, text: expect.stringMatching(/\r\n\r\nOK$/) });
    const forged = await callWithin(handler, new WholeRequest(url, headers, `${String(body)} `));
    expect(forged.status).toBe(401);
    expect(await shop.count('tillbridge_notification')).toBe(1);
  });
});
