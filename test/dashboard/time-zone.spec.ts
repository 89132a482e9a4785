import { afterEach, expect, it } from '@jest/globals';
import { DashboardStage } from './support/dashboard-stage.js';
import { cookieOf } from './support/host-clerks.js';

let stage: DashboardStage | undefined;
afterEach(() => stage?.close());

it.each(['express', 'fastify'] as const)(
  'times are those of the zone that a reader chooses, on %s',
  async (platform) => {
    stage = await DashboardStage.start({
      platform,
      dashboard: { timeZone: 'Europe/Paris', role: () => 'read' as const },
    });
    const { name, value } = cookieOf('ann');
    const read = async (chosen: string, path = '') => {
      const headers = { cookie: `${name}=${value}; other=1; ${chosen}` };
      return (await fetch(stage!.url + path, { headers })).text();
    };
    expect(await read('')).toContain('Times are those of Europe/Paris');

    const send = (zone: string) => stage!.send('/time-zone', { zone, token: token! });
    const [, token] = /name="token" value="([^"]+)"/.exec(await read('', '/time-zone')) ?? [];
    const answer = await send('Asia/Tokyo');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/payments/dashboard/time-zone']);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toBe(
      'tillbridge_zone=Asia%2FTokyo; Max-Age=31536000; Path=/payments/dashboard; HttpOnly; SameSite=Lax',
    );
    const page = await read(cookie.split(';')[0]!);
    expect(page).toContain('Times are those of Asia/Tokyo');
    // 11:00 UTC.
    expect(page).toContain('15 Jan 2026, 20:00:00');

    expect((await send('Mars/Base')).status).toBe(422);
    expect((await send('')).headers.get('set-cookie')).toContain('Max-Age=0');
    for (const odd of ['tillbridge_zone=Mars/Base', 'tillbridge_zone=<script>', 'tillbridge_zone='])
      expect(await read(odd)).toContain('Times are those of Europe/Paris');
  },
);
