import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ID, orderIn, QUARTER_MS, useStage, WITHOUT_SITE } from './support/stage.js';

const stage = useStage();
const DAY_MS = 86_400_000;

interface ClockReply {
  status: number;
  json: { success?: boolean; message?: string; data?: Record<string, unknown> };
}

async function clock(body?: unknown): Promise<ClockReply> {
  const request =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${stage.service.url}/sandbox/clock`, request);
  return { status: response.status, json: JSON.parse(await response.text()) };
}

describe('the clock over HTTP', () => {
  it('is read, advanced, set and let go', async () => {
    await stage.start({ clock: undefined });
    const start = await clock();
    expect(start.json.data).toMatchObject({ following: true, offset_ms: 0 });
    expect((await clock({ advance: 'P1D' })).json.data).toMatchObject({ following: false, offset_ms: DAY_MS, sent: 0 });
    expect((await clock({ advance: DAY_MS })).json.data).toMatchObject({ offset_ms: 2 * DAY_MS });
    const set = await clock({ set: '2031-05-01T12:00:00+02:00' });
    expect(set.json.data?.['iso']).toMatch(/^2031-05-01T10:00:0/);
    expect((await clock({ follow: true })).json.data).toMatchObject({ following: true, offset_ms: 0, sent: 0 });
  });

  it('lets 45 minutes of resends pass in no time, each at its own time', async () => {
    await stage.start(WITHOUT_SITE);
    stage.receiver.reply = { status: 503 };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    const startedAt = stage.service.clock.now();
    expect((await clock({ advance: 'PT45M' })).json.data).toMatchObject({ sent: 3 });
    const times = (await stage.service.sandbox.deliveries(ID)).map(({ at }) => at - startedAt);
    expect(times).toEqual([0, QUARTER_MS, 2 * QUARTER_MS, 3 * QUARTER_MS]);
    expect((await clock({ advance: 'P20D' })).json.data).toMatchObject({ sent: 0 });
  });

  it('does what falls due in the order of time: resends, an expiry, its notification', async () => {
    await stage.start(WITHOUT_SITE);
    stage.receiver.reply = ({ body }) => ({ status: String(body).includes('"expired"') ? 200 : 500 });
    await stage.service.create({ ...stage.withUrl(), seconds_active: 1_000 });
    await stage.service.sandbox.idle();
    const startedAt = stage.service.clock.now();
    expect(await stage.service.sandbox.advance(DAY_MS)).toBe(3);
    const seen = (await stage.service.sandbox.deliveries(ID)).map(({ at, cause, trigger }) => [
      (at - startedAt) / 1_000,
      cause,
      trigger,
    ]);
    expect(seen).toEqual([
      [0, 'created', 'first'],
      [900, 'created', 'resend'],
      [1_000, 'expired', 'first'],
      [1_800, 'created', 'resend'],
    ]);
    expect(orderIn(stage.receiver.requests[2])['modified']).toBe('2026-01-01T01:16:40');
    expect(stage.service.clock.now()).toBe(startedAt + DAY_MS);
  });

  it.each([
    ['nothing', {}, 'Send one of'],
    ['two things', { set: 1, advance: 1 }, 'Send one of'],
    ['something unknown', { stop: true }, 'Send one of'],
    ['something out of the prototype', { constructor: 1 }, 'Send one of'],
    ['a follow that is none', { follow: false }, 'Send one of'],
    ['a way back by advance', { advance: -1 }, '0 ms to ten years'],
    ['a century', { advance: 'P40000D' }, '0 ms to ten years'],
    ['no duration', { advance: 'soon' }, 'advance must be'],
    ['a time without a zone', { set: '2026-01-01T00:00:00' }, 'set must be'],
    ['a year before its time', { set: 0 }, '2001-09-10'],
    ['a list', [], 'must be a JSON object'],
  ])('refuses %s', async (_, body, message) => {
    await stage.start();
    const before = stage.service.clock.now();
    const reply = await clock(body);
    expect([reply.status, reply.json.success]).toEqual([400, undefined]);
    expect(reply.json.message).toContain(message);
    expect(stage.service.clock.now()).toBe(before);
  });

  it('moves for one caller after the other', async () => {
    await stage.start();
    const startedAt = stage.service.clock.now();
    await Promise.all([clock({ advance: 1_000 }), clock({ advance: 1_000 }), clock({ advance: 1_000 })]);
    expect(stage.service.clock.now()).toBe(startedAt + 3_000);
  });

  it('goes back when it is set back, and nothing happens twice', async () => {
    await stage.start(WITHOUT_SITE);
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    const startedAt = stage.service.clock.now();
    await clock({ advance: 'P40D' });
    expect((await clock({ set: startedAt })).json.data).toMatchObject({ now: startedAt, sent: 0 });
    expect(stage.receiver.requests).toHaveLength(2);
  });
});

describe('the clock of a sandbox that keeps its data', () => {
  it('shows after a restart what it showed before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tillbridge-sandbox-'));
    const options = { clock: undefined, database: join(folder, 'sandbox.sqlite') };
    await stage.start(options);
    await clock({ advance: 'P365D' });
    await stage.service.close();
    await stage.start(options);
    expect((await clock()).json.data).toMatchObject({ offset_ms: 365 * DAY_MS });
    await stage.service.close();
    await rm(folder, { recursive: true, force: true });
  });
});
