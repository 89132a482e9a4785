import { afterEach, describe, expect, it } from '@jest/globals';
import { ValidationPipe, VersioningType, type INestApplication } from '@nestjs/common';
import { DashboardStage } from './support/dashboard-stage.js';

function versionsAndPipes(app: INestApplication): void {
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
}

const HOSTS = ([undefined, 'api', 'shop/api'] as const).flatMap((globalPrefix) =>
  (['express', 'fastify'] as const).flatMap((platform) => [
    { platform, globalPrefix, set: 'as it is', configure: () => undefined },
    { platform, globalPrefix, set: 'with versions and strict pipes', configure: versionsAndPipes },
  ]),
);

/** Reads the beginning of an answer that does not end. */
async function firstBytes(response: Response): Promise<string> {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

describe('wherever a host puts the dashboard', () => {
  let stage: DashboardStage | undefined;
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });

  it.each(HOSTS)(
    'it finds itself: $platform, prefix $globalPrefix, $set',
    async ({ platform, globalPrefix, configure }) => {
      stage = await DashboardStage.start({ platform, globalPrefix, configure });
      const base = new URL(stage.url).pathname;
      const page = await stage.html('');
      const links = [...page.matchAll(/<a [^>]*href="([^"#]+)"/g)].map(([, href]) => href!);
      expect(links.filter((href) => href !== base && !href.startsWith(`${base}/`))).toEqual([]);
      expect(await stage.html('/settings')).toContain(`data-live="${base}/events"`);
      expect((await stage.fetch('/settings?x=1', null)).status).toBe(401);
      const events = await stage.fetch('/events');
      expect(events.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(await firstBytes(events)).toContain('listening');
      const sent = await stage.send('/refunds/lanes/web/pause', { why: 'the books are closed' });
      expect(sent.status).toBe(303);
      const next = new URL(sent.headers.get('location')!, stage.url);
      expect(next.pathname).toBe(`${base}/refunds`);
      expect(await stage.html(next.href.slice(stage.url.length))).toContain('class="flash good"');
    },
  );

  it('leads through a proxy that takes something off the path', async () => {
    stage = await DashboardStage.start({ dashboard: { proxyPrefix: '/shop' } });
    expect(await stage.html('')).toContain('href="/shop/payments/dashboard/settings"');
  });
});
