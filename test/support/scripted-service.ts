import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request, as the service received it. */
export interface ReceivedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one call, in any way of a service or a network. */
export type Reply = (response: ServerResponse, call: ReceivedCall) => void;

/** An answer in JSON. */
export const json =
  (status: number, body: unknown): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** The envelope of an error (protocol §3.1). */
export const refusal = (code: number, status = 404): Reply =>
  json(status, { success: false, data: {}, error_code: code, error_info: 'Some localised text' });

/** The connection breaks after the request was received. */
export const reset: Reply = (response) => response.socket?.resetAndDestroy();

/** No answer ever comes. */
export const silence: Reply = () => {};

/** The headers are sent, but the body never ends. */
export const stalledBody: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":');
};

/**
 * A service that answers each call as the test sets it, for behaviour that the sandbox does not have. An unexpected
 * call is answered 500 and is visible in `calls`.
 */
export class ScriptedService {
  readonly calls: ReceivedCall[] = [];
  private readonly replies: Reply[] = [];
  private readonly server: Server = createServer((request, response) => this.receive(request, response));

  /** Starts listening on loopback. */
  static async start(): Promise<ScriptedService> {
    const service = new ScriptedService();
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Clears the recorded calls, and answers the next calls with these. */
  script(...replies: Reply[]): void {
    this.calls.length = 0;
    this.replies.length = 0;
    this.replies.push(...replies);
  }

  /** `POST /v1/json/orders`, one for each call. */
  get log(): string[] {
    return this.calls.map((call) => `${call.method} ${call.url}`);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      this.calls.push(call);
      const reply = this.replies.shift() ?? json(500, 'unexpected call');
      reply(response, call);
    });
  }
}
