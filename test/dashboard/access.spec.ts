import { afterEach, describe, expect, it } from '@jest/globals';
import { DashboardStage } from './support/dashboard-stage.js';

describe('who may see the dashboard', () => {
  let stage: DashboardStage | undefined;
  afterEach(() => stage?.close());

  it('shows its pages to whom the guard of the host lets in', async () => {
    stage = await DashboardStage.start();
    expect(await stage.html('/settings')).toContain('Webhook URL to register');
    expect((await stage.fetch('/settings', null)).status).toBe(401);
  });
});
