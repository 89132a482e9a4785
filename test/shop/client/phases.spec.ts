import { afterEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { CallOutcome } from '../../../src/shop/client/index.js';
import { waitFor } from '../../support/wait-for.js';
import { Calls, CREATE, groupAt, httpAnswer, RawServer, READ, SUCCESS } from './calls-fixture.js';

/** Where waiting for it is what the cell is about; long enough for an answer to begin on a busy machine. */
const LIMIT_MS = 1_500;
/** Where it must not come between. */
const PATIENCE_MS = 20_000;
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const page = '<html>Bad gateway</html>';
const bomb = gzipSync(Buffer.alloc(2_000_000, 32)).toString('latin1');
const refusal = (status: string, code: number, envelope = `{"success":false,"error_code":${code},"error_info":"x"}`) =>
  httpAnswer(envelope).replace('200 OK', status);

type React = (socket: Socket) => void;
const say =
  (text: string): React =>
  (socket) =>
    void socket.write(text, 'latin1');
const sayAndClose =
  (text: string): React =>
  (socket) =>
    void socket.end(text, 'latin1');

/** What the service does, then phase, class of a write, class of a read, code of the write's error. */
type Cell = [string, React, CallOutcome['phase'], CallOutcome['kind'], CallOutcome['kind'], string];

const CELLS: Cell[] = [
  ['says nothing', () => {}, 'response-status', 'unknown', 'unknown', 'TIMEOUT'],
  ['resets the connection', (s) => void s.resetAndDestroy(), 'response-status', 'unknown', 'unknown', 'NETWORK'],
  ['closes the connection', sayAndClose(''), 'response-status', 'unknown', 'unknown', 'NETWORK'],
  ['speaks no HTTP', sayAndClose('SSH-2.0-x\r\n\r\n'), 'response-status', 'unknown', 'unknown', 'NETWORK'],
  ['stops within the head', sayAndClose('HTTP/1.1 200 O'), 'response-status', 'unknown', 'unknown', 'NETWORK'],
  [
    'sends a head without end',
    say(`${HEAD}x: ${'x'.repeat(20_000)}\r\n\r\n`),
    'response-status',
    'unknown',
    'unknown',
    'NETWORK',
  ],
  [
    'stalls within the body',
    say(`${HEAD}content-length: 90\r\n\r\n{"succ`),
    'response-body',
    'unknown',
    'unknown',
    'TIMEOUT',
  ],
  [
    'stops within a body of known length',
    sayAndClose(`${HEAD}content-length: 90\r\n\r\n{"succ`),
    'response-body',
    'unknown',
    'unknown',
    'NETWORK',
  ],
  [
    'stops within a chunk',
    sayAndClose(`${HEAD}transfer-encoding: chunked\r\n\r\n5a\r\n{"succ`),
    'response-body',
    'unknown',
    'unknown',
    'NETWORK',
  ],
  [
    'sends more than is read',
    say(httpAnswer('x'.repeat(100_001))),
    'response-body',
    'unknown',
    'unknown',
    'BAD_RESPONSE',
  ],
  [
    'sends little that unpacks to much',
    say(`${HEAD}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n${bomb}`),
    'response-body',
    'unknown',
    'unknown',
    'BAD_RESPONSE',
  ],
  [
    'stops within a body of unknown length',
    sayAndClose(`${HEAD}connection: close\r\n\r\n{"succ`),
    'answer',
    'unknown',
    'unknown',
    'BAD_RESPONSE',
  ],
  ['answers with a page', say(httpAnswer(page)), 'answer', 'unknown', 'unknown', 'BAD_RESPONSE'],
  [
    'answers with a page and 502',
    say(httpAnswer(page).replace('200 OK', '502 Bad')),
    'answer',
    'unknown',
    'unknown',
    'SERVICE_UNAVAILABLE',
  ],
  [
    'sends elsewhere',
    say(httpAnswer('', 'location: /x\r\n').replace('200 OK', '307 T')),
    'answer',
    'unknown',
    'unknown',
    'BAD_RESPONSE',
  ],
  ['asks for patience', say(refusal('429 Slow', 1021)), 'answer', 'unknown', 'unknown', 'SERVICE_1021'],
  ['cannot say (1034)', say(refusal('400 Bad', 9999)), 'answer', 'unknown', 'rejected', 'SERVICE_9999'],
  ['refuses the key', say(refusal('401 No', 1032)), 'answer', 'rejected', 'rejected', 'SERVICE_1032'],
  ['refuses under status 200', say(refusal('200 OK', 1001)), 'answer', 'rejected', 'rejected', 'SERVICE_1001'],
];

describe('what becomes of a call (scenario N2)', () => {
  const calls = new Calls();
  const servers: RawServer[] = [];
  const start = async (react: (socket: Socket) => void) => {
    const server = await RawServer.start(react);
    servers.push(server);
    return server;
  };

  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  const limits = { timeoutMs: PATIENCE_MS, calls: { maxResponseBytes: 100_000, circuitBreaker: 'off' as const } };
  const impatient = { ...limits, timeoutMs: LIMIT_MS };
  const attempt = (port: number, request = CREATE, given = limits) =>
    calls.caller.attempt(groupAt(`http://127.0.0.1:${port}`, given), request);

  it.each(CELLS)('when the service %s', async (_title, react, phase, ofWrite, ofRead, code) => {
    const server = await start(react);
    const patience = code === 'TIMEOUT' ? impatient : limits;
    const write = await attempt(server.port, CREATE, patience);
    expect(write).toMatchObject({ kind: ofWrite, phase, error: { code } });
    const execution = ofWrite === 'rejected' ? 'not-executed' : 'unknown';
    expect(write).toMatchObject({ error: { execution } });
    expect(server.received.match(/POST /g)).toHaveLength(1);
    const read = await attempt(server.port, READ, patience);
    expect(read).toMatchObject({ kind: ofRead, phase, error: { execution: 'not-executed' } });
  });

  it('is accepted, with its evidence', async () => {
    const server = await start(say(httpAnswer(SUCCESS, 'retry-after: 7\r\n')));
    const outcome = await attempt(server.port);
    expect(outcome).toMatchObject({
      kind: 'accepted',
      answer: { data: { order_id: 'A-1' }, httpStatus: 200 },
      phase: 'answer',
      httpStatus: 200,
      retryAfterMs: 7_000,
    });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
    expect(outcome.startedAt).toBeGreaterThan(Date.UTC(2020, 0));
  });

  it.each<[string, string, number]>([
    ['a time', 'date: Thu, 01 Jan 2026 00:00:00 GMT\r\nretry-after: Thu, 01 Jan 2026 00:00:30 GMT\r\n', 30_000],
    ['a time that has passed', 'retry-after: Thu, 01 Jan 2026 00:00:30 GMT\r\n', 0],
  ])('asks for a pause until %s by the clock of the service, whatever ours shows', async (_title, headers, pauseMs) => {
    const server = await start(say(httpAnswer(SUCCESS, headers)));
    expect(await attempt(server.port)).toMatchObject({ retryAfterMs: pauseMs });
  });

  it('was not sent when there is no such host, no one listens, or no one speaks TLS', async () => {
    const nowhere = groupAt('http://no-such-host.invalid', limits);
    expect(await calls.caller.attempt(nowhere, CREATE)).toMatchObject({ kind: 'not-sent', phase: 'resolve' });

    const gone = await start(() => {});
    gone.close();
    expect(await attempt(gone.port)).toMatchObject({ kind: 'not-sent', phase: 'connect', httpStatus: null });

    const plain = await start(sayAndClose('HTTP/1.1 400 Bad\r\n\r\n'));
    const refused = await calls.caller.attempt(groupAt(`https://127.0.0.1:${plain.port}`, limits), CREATE);
    expect(refused).toMatchObject({ kind: 'not-sent', phase: 'tls', error: { code: 'NETWORK', retry: 'backoff' } });
  });

  it('was not sent when the connection does not stand in time, long before the call as a whole is late', async () => {
    const silent = await start(() => {});
    const slow = groupAt(`https://127.0.0.1:${silent.port}`, { calls: { connectTimeoutMs: LIMIT_MS } });
    const outcome = await calls.caller.attempt(slow, CREATE);
    expect(outcome).toMatchObject({ kind: 'not-sent', phase: 'tls', error: { code: 'TIMEOUT' } });
    expect(outcome.durationMs).toBeLessThan(5_000);
    expect(silent.received).not.toContain('POST');
  });

  it('resets the connection when time is up, so that what is still on its way is dropped', async () => {
    const silent = await start(() => {});
    expect(await attempt(silent.port, CREATE, impatient)).toMatchObject({ kind: 'unknown' });
    await waitFor(() => silent.resets === 1, { what: 'the reset to arrive' });
  });

  it('lets a call under way end when the application stops, and makes no further one', async () => {
    const stopping = new Calls();
    const answers: Socket[] = [];
    const server = await start((socket) => void answers.push(socket));
    const group = groupAt(`http://127.0.0.1:${server.port}`);
    const underway = stopping.caller.attempt(group, CREATE);
    const socket = await waitFor(() => answers[0]);
    const closed = stopping.close();
    expect(await stopping.caller.attempt(group, CREATE)).toMatchObject({
      kind: 'not-sent',
      error: { code: 'SHUTTING_DOWN' },
    });
    socket.write(httpAnswer(SUCCESS));
    expect(await underway).toMatchObject({ kind: 'accepted' });
    await closed;
    expect(server.received.match(/POST /g)).toHaveLength(1);
  });
});
