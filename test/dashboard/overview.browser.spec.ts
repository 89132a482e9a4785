import { afterAll, beforeAll, it } from '@jest/globals';
import { DashboardStage } from './support/dashboard-stage.js';
import { DashboardWindows, describeInBrowser } from './support/dashboard-windows.js';

describeInBrowser('the overview in a browser', () => {
  const windows = new DashboardWindows();
  let stage: DashboardStage;
  beforeAll(async () => {
    stage = await DashboardStage.start();
  });
  afterAll(() => stage.close());

  it('is good in every window', async () => {
    await windows.inspect(stage.url, 'overview');
    await windows.inspect(`${stage.url}/settings`, 'settings');
  });
});
