import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import axios from 'axios';
import http, { type RequestOptions, type ServerResponse } from 'node:http';
import type { TerminalGroup } from 'tillbridge';
import { ClientTransport, isolatedHttp } from '../../../src/shop/client/index.js';
import { classOfBrokenCall } from '../../../src/shop/client/transport/outcome.js';
import { RequestKey } from '../../../src/shop/client/transport/request-key.js';
import { canaryKey } from '../../support/canary.js';
import { json, ScriptedService } from '../../support/scripted-service.js';
import { findLeaks } from '../../support/secret-walk.js';
import { waitFor } from '../../support/wait-for.js';
import { Calls, CREATE, groupAt, READ, SUCCESS } from './calls-fixture.js';

const PLACES = ['header', 'query'] as const;

describe('the HTTP client of the module', () => {
  const untouched = { ...axios.defaults };
  let service: ScriptedService;
  let calls: Calls | undefined;

  beforeAll(async () => {
    service = await ScriptedService.start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    Object.assign(axios.defaults, untouched);
    await calls?.close();
  });
  afterAll(() => service.close());

  it('does not take over what the host has set up for its own', async () => {
    // Takes every request for one of its own; nothing of it would go over the watched connection.
    const elsewhere = () => Promise.reject(new Error('the adapter of the host was asked'));
    const headers = { common: { authorization: 'Basic aG9zdA==' }, post: { 'content-type': 'text/plain' } };
    const transformRequest = () => 'changed by the host';
    const own = { adapter: elsewhere, headers, transformRequest, timeout: 1, baseURL: 'http://127.0.0.1:9' };
    Object.assign(axios.defaults, own);
    calls = new Calls();
    // The service takes its time, longer than the host's limit: were that limit taken over, the call would fail.
    service.script((response) => void setTimeout(() => response.end(SUCCESS), 30));
    expect(await calls.caller.attempt(groupAt(service.url), CREATE)).toMatchObject({ kind: 'accepted' });
    const [call] = service.calls;
    expect(call?.headers).not.toHaveProperty('authorization');
    expect(call?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(call?.body ?? '')).toEqual(CREATE.body);
  });

  it('asks no proxy of the environment: it would see the key', async () => {
    const proxy = await ScriptedService.start();
    for (const name of ['HTTP_PROXY', 'http_proxy']) process.env[name] = proxy.url;
    try {
      calls = new Calls();
      service.script(json(200, SUCCESS));
      expect(await calls.caller.attempt(groupAt(service.url), CREATE)).toMatchObject({ kind: 'accepted' });
      expect(proxy.calls).toEqual([]);
    } finally {
      for (const name of ['HTTP_PROXY', 'http_proxy']) delete process.env[name];
      proxy.close();
    }
  });

  it('that cannot be loaded has sent nothing, and is loaded for the next call', async () => {
    const loads = [() => Promise.reject(new Error('EMFILE: too many open files')), isolatedHttp()];
    const source = isolatedHttp(() => loads.shift()!());
    const transport = new ClientTransport(source);
    const group = groupAt(service.url);
    const before = service.calls.length;
    const first = await transport.send(group, CREATE, RequestKey.of(group));
    expect(first.ok ? null : classOfBrokenCall(first.broken.phase)).toBe('not-sent');
    expect(service.calls).toHaveLength(before);
    service.script(json(200, SUCCESS));
    expect(await transport.send(group, CREATE, RequestKey.of(group))).toMatchObject({ ok: true });
    await transport.onApplicationShutdown();
  });

  it.each(PLACES)('sees no key, nor does what connects, and the service does: key in the %s', async (place) => {
    const given: unknown[] = [];
    const request = http.request;
    // The options are what NODE_DEBUG prints, what instrumentation reads, and what a TLS socket keeps for its life.
    jest.spyOn(http, 'request').mockImplementation(((options: RequestOptions, listener: () => void) => {
      given.push({ headers: options.headers, path: options.path, href: Reflect.get(options, 'href') });
      return request(options, listener);
    }) as typeof http.request);
    const source = isolatedHttp();
    const client = await source();
    client.axiosRef.interceptors.request.use((config) => {
      given.push({ ...config });
      return config;
    });
    const transport = new ClientTransport(source);
    const group: TerminalGroup = groupAt(service.url, { apiKeyIn: place });
    service.script(json(200, SUCCESS), json(200, SUCCESS));
    for (const each of [CREATE, { ...READ, query: { limit: '2' } }]) {
      expect(await transport.send(group, each, RequestKey.of(group))).toMatchObject({ ok: true });
    }
    expect(given).toHaveLength(4);
    expect(findLeaks(given).slice(0, 3)).toEqual([]);
    const key = canaryKey('web');
    const [first, second] = service.calls;
    expect([first?.headers['api_key'], second?.headers['api_key']]).toEqual(
      place === 'header' ? [key, key] : [undefined, undefined],
    );
    expect([first?.url, second?.url]).toEqual(
      place === 'header'
        ? [CREATE.path, `${READ.path}?limit=2`]
        : [`${CREATE.path}?api_key=${key}`, `${READ.path}?limit=2&api_key=${key}`],
    );
    await transport.onApplicationShutdown();
  });

  it('shows no key to anyone who prints the services, while a call is under way and after it', async () => {
    calls = new Calls();
    let open: ServerResponse | undefined;
    const group = groupAt(service.url, { timeoutMs: 10_000 });
    service.script(json(200, SUCCESS), (response) => void (open = response));
    await calls.caller.call(group, READ);
    const underway = calls.caller.attempt(group, READ);
    await waitFor(() => service.calls.length === 2);
    expect(findLeaks([calls.caller, calls.transport]).slice(0, 3)).toEqual([]);
    open?.end(SUCCESS);
    await underway;
    expect(findLeaks([calls.caller, calls.transport]).slice(0, 3)).toEqual([]);
  });
});
