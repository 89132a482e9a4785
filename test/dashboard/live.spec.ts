import { afterEach, describe, expect, it } from '@jest/globals';
import compression from 'compression';
import { LiveUpdatesService } from '../../src/dashboard/live/live-updates.service.js';
import type { EventStream } from '../../src/pages/event-stream.js';
import { waitFor } from '../support/wait-for.js';
import { DashboardStage } from './support/dashboard-stage.js';

/** Collects an answer that goes on. */
function listenTo(response: Response): { text: () => string; isOver: () => boolean } {
  let [text, isOver] = ['', false];
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body!) text += decoder.decode(bytes as Uint8Array);
  };
  void read()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  return { text: () => text, isOver: () => isOver };
}

const silent: EventStream = { write: () => undefined, end: () => undefined, onClose: () => undefined };

describe.each(['express', 'fastify'] as const)('live pages on %s', (platform) => {
  let stage: DashboardStage | undefined;
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });

  it('are told that something is new, nothing of what it is, and let the server close', async () => {
    const { stage: shop } = (stage = await DashboardStage.start({ platform }));
    const stream = listenTo(await stage.fetch('/events'));
    await waitFor(() => stream.text().includes('listening'));
    await shop.paid('S1');
    await waitFor(() => stream.text().includes('event: change'));
    expect(stream.text().replaceAll('event: change\ndata: 1\n\n', '')).toBe(': listening\n\n');
    await stage.close();
    stage = undefined;
    await waitFor(stream.isOver, { what: 'the stream to end' });
  });

  it('have a bound: one more is sent away for good, and shows what it was loaded with', async () => {
    stage = await DashboardStage.start({ platform });
    const updates = stage.stage.shop.app.get(LiveUpdatesService, { strict: false });
    while (updates.hasRoom) updates.listen({ ...silent });
    expect((await stage.fetch('/events')).status).toBe(204);
    expect(await stage.html('')).toContain('Overview');
  });
});

describe('live pages of a host that compresses its answers', () => {
  it('are told at once: nothing is held back until there is enough to compress', async () => {
    const stage = await DashboardStage.start({ configure: (app) => void app.use(compression({ threshold: 0 })) });
    try {
      const headers = { 'accept-encoding': 'gzip' };
      const page = await stage.fetch('/orders', 'ann', { headers });
      expect(page.headers.get('content-encoding')).toBe('gzip');
      const signal = AbortSignal.timeout(20_000);
      const stream = listenTo(await stage.fetch('/events', 'ann', { headers, signal }));
      await waitFor(() => stream.text().includes('listening'));
      await stage.stage.paid('S1');
      await waitFor(() => stream.text().includes('event: change'));
    } finally {
      await stage.close();
    }
  });
});
