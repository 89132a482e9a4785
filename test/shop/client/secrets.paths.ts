import { jest } from '@jest/globals';
import type { TerminalGroup, TerminalGroupOptions } from 'tillbridge';
import { RawRequestClient, type CallOutcome, type RawRequest } from '../../../src/shop/client/index.js';
import { KeyProbe } from '../../../src/shop/diagnostics/index.js';
import { KeyRing, TerminalGroups } from '../../../src/shop/core/index.js';
import { ManualClock } from '../../../src/support/index.js';
import { canaryKey } from '../../support/canary.js';
import {
  json,
  refusal,
  reset,
  ScriptedService,
  silence,
  stalledBody,
  type Reply,
} from '../../support/scripted-service.js';
import { shopOptions } from '../../support/shop-host.js';
import { Calls, CREATE, httpAnswer, RawServer, READ } from './calls-fixture.js';

/** The key, as an answer might hand it back. */
const KEY = canaryKey('web');
const [ENCODED, BASE64, HEX] = [
  encodeURIComponent(KEY),
  Buffer.from(`:${KEY}`).toString('base64'),
  Buffer.from(KEY).toString('hex'),
];
const ECHO = `GET /v1/json/orders?api_key=${KEY} ${ENCODED} ${BASE64} ${HEX} ${HEX.toUpperCase()}`;

/** What all paths have at hand. */
export interface PathWorld {
  readonly service: ScriptedService;
  readonly calls: Calls;
  /** A group whose key travels as the run says. */
  group(baseUrl: string, given?: Partial<TerminalGroupOptions>): TerminalGroup;
}

/** Comes to a failure in one way. What it answers is everything of the failure that a shop can hold. */
export type FailurePath = (world: PathWorld) => Promise<unknown>;

/** The value a promise fails with. */
const failureOf = (work: Promise<unknown> | (() => unknown)): Promise<unknown> =>
  (typeof work === 'function' ? Promise.resolve().then(work) : work).then(
    (value) => new Error(`it succeeded: ${String(value)}`),
    (error: unknown) => error,
  );

/** Both requests, as outcome and as exception. */
async function bothWays({ calls }: PathWorld, group: TerminalGroup): Promise<unknown[]> {
  const outcomes: CallOutcome[] = [];
  const errors: unknown[] = [];
  for (const request of [READ, CREATE]) {
    outcomes.push(await calls.caller.attempt(group, request));
    errors.push(await failureOf(calls.caller.call(group, request)));
  }
  return [...outcomes.map((outcome) => ('error' in outcome ? outcome.error : outcome)), ...errors, outcomes];
}

const ONE_TRY = { readAttempts: 1 };

/** Nothing that ends comes back, so the time limit is short. */
const unanswered =
  (reply: Reply): FailurePath =>
  (world) => {
    world.service.script(...Array.from({ length: 12 }, () => reply));
    return bothWays(world, world.group(world.service.url, { timeoutMs: 60, calls: ONE_TRY }));
  };

const answered =
  (...replies: Reply[]): FailurePath =>
  (world) => {
    world.service.script(...Array.from({ length: 12 }, () => replies).flat());
    return bothWays(world, world.group(world.service.url, { calls: { ...ONE_TRY, maxResponseBytes: 1_024 } }));
  };

const text =
  (status: number, body: string, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(body);
  };

/** A server that writes these bytes as soon as it hears anything. */
const rawly =
  (bytes: string, scheme = 'http'): FailurePath =>
  async (world) => {
    const server = await RawServer.start((socket) => void socket.end(bytes));
    try {
      return await bothWays(world, world.group(`${scheme}://127.0.0.1:${server.port}`, { calls: ONE_TRY }));
    } finally {
      server.close();
    }
  };

/** What is left to a group after its first call failed. */
const afterOne =
  (calls: TerminalGroupOptions['calls']): FailurePath =>
  async (world) => {
    const group = world.group('http://127.0.0.1:9', { calls: { ...ONE_TRY, ...calls } });
    // The first call loads the HTTP client. On a busy machine the next one would be there by then.
    const still = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      await world.calls.caller.attempt(group, READ);
      return await bothWays(world, group);
    } finally {
      still.mockRestore();
    }
  };

const otherRequest = (change: Partial<RawRequest>): FailurePath => {
  const request: RawRequest = { method: 'GET', path: READ.path, ...change };
  return ({ calls, group }) =>
    failureOf(() => new RawRequestClient(calls.caller).request(group('http://127.0.0.1:9'), request));
};

const faultyOptions: FailurePath = () => {
  const [web] = shopOptions().terminalGroups;
  const apiKeys = [KEY, KEY, { key: `${KEY} ${KEY}` }, { key: KEY, from: KEY, until: KEY }, { [KEY]: KEY }];
  const group = { ...web!, apiKeys, apiKeyIn: KEY, baseUrl: `ftp://${KEY}`, timeoutMs: KEY };
  return failureOf(
    () => new TerminalGroups({ terminalGroups: [group, group], timeZone: KEY, workers: KEY, probe: KEY } as never),
  );
};

const probed: FailurePath = async ({ service, calls, group }) => {
  service.script(refusal(1032, 401), refusal(1032, 401));
  const { apiKeyIn } = group(service.url);
  const [web] = shopOptions().terminalGroups;
  const given = { ...web!, apiKeyIn, baseUrl: service.url, probe: 'refuse' as const, otherModeUrl: service.url };
  return failureOf(new KeyProbe(new TerminalGroups({ terminalGroups: [given] }), calls.caller).onModuleInit());
};

const ended: FailurePath = (world) => {
  const clock = new ManualClock();
  const keys = new KeyRing([{ key: KEY, fromMs: -Infinity, untilMs: clock.now() }], clock);
  return bothWays(world, { ...world.group('http://127.0.0.1:9'), keys });
};

const shutDown: FailurePath = async ({ service, group }) => {
  service.script(silence, silence);
  const calls = new Calls();
  const under = failureOf(calls.caller.call(group(service.url, { timeoutMs: 200 }), CREATE));
  calls.caller.onApplicationShutdown();
  const late = failureOf(calls.caller.call(group(service.url), READ));
  await Promise.all([under, late, calls.close()]);
  return [await under, await late];
};

/** Every way in which the client fails, and the code with which it does, besides the cells of the fault matrix. */
export const FAILURE_PATHS: Readonly<Record<string, readonly [code: string, path: FailurePath]>> = {
  'a name that does not resolve': [
    'NETWORK',
    (world) =>
      bothWays(world, {
        ...world.group('http://127.0.0.1:9', { calls: ONE_TRY }),
        baseUrl: `http://${'x'.repeat(64)}.invalid`,
      }),
  ],
  'a refused connection': [
    'NETWORK',
    (world) => bothWays(world, world.group('http://127.0.0.1:9', { calls: ONE_TRY })),
  ],
  'a peer that does not speak TLS': ['NETWORK', rawly('HTTP/1.1 400 Bad Request\r\n\r\n', 'https')],
  silence: ['TIMEOUT', unanswered(silence)],
  'a body that stalls': ['TIMEOUT', unanswered(stalledBody)],
  'a reset': ['NETWORK', answered(reset)],
  'bytes that are no HTTP and repeat the key': ['NETWORK', rawly(`${ECHO}\r\n\r\n`)],
  'a header that repeats the key and never ends': ['NETWORK', rawly(`HTTP/1.1 200 OK\r\nx-echo: ${ECHO.repeat(200)}`)],
  'a length that lies about a body that repeats the key': [
    'NETWORK',
    rawly(httpAnswer(ECHO).replace(/length: \d/, 'length: 9')),
  ],
  'JSON that is none and repeats the key': ['*', answered(text(200, `{"success":true,"data":"${ECHO}`))],
  'an error page that repeats the key': ['*', answered(text(502, `<pre>${ECHO}</pre>`, { server: KEY }))],
  'a refusal whose text repeats the key': [
    'SERVICE_1032',
    answered(json(401, { success: false, error_code: 1032, error_info: ECHO, data: { [KEY]: ECHO } })),
  ],
  'a refusal without a code whose text repeats the key': [
    '*',
    answered(json(403, { success: false, error: { message: ECHO } })),
  ],
  'a code that is the key': ['*', answered(json(400, { success: false, error_code: KEY, error_info: ECHO }))],
  'a redirect to an address with the key': [
    '*',
    answered(text(302, ECHO, { location: `http://127.0.0.1:9/?api_key=${KEY}` })),
  ],
  'a pause that is the key': ['*', answered(text(429, ECHO, { 'retry-after': KEY }))],
  'an answer that is too large': ['BAD_RESPONSE', answered(json(200, { success: true, data: ECHO.repeat(50) }))],
  'an open circuit': ['CIRCUIT_OPEN', afterOne({ circuitFailures: 1, circuitPauseMs: 60_000 })],
  'an empty budget': [
    'API_BUDGET_EXHAUSTED',
    afterOne({ burst: 1, reservedCalls: 0, callsPerSecond: 1, maxWaiting: 0, maxWaitMs: 0 }),
  ],
  'a key that has ended': ['KEY_EXPIRED', ended],
  'a shutdown': ['SHUTTING_DOWN', shutDown],
  'options that are faulty all over': ['OPTIONS_INVALID', faultyOptions],
  'a probe that is refused': ['KEY_REFUSED', probed],
  'a request of the own with the key in its path': [
    'REQUEST_INVALID',
    otherRequest({ path: `/v1/json/orders?api_key=${KEY}` }),
  ],
  'a request of the own with the key in its query': ['REQUEST_INVALID', otherRequest({ query: { api_key: KEY } })],
};
