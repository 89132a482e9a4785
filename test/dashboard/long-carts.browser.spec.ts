import { afterAll, beforeAll, it } from '@jest/globals';
import { describeInBrowser } from '../support/browser-windows.js';
import { answerTo, orderPath as order } from './support/clerk-forms.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { DashboardWindows } from './support/dashboard-windows.js';
import { buyManyArticles } from './support/order-scenes.js';

describeInBrowser('an order of many articles', () => {
  const windows = new DashboardWindows();
  let dashboard: DashboardStage;

  beforeAll(async () => {
    dashboard = await DashboardStage.start();
    await buyManyArticles(dashboard, 'C-1', 40);
    const form = { key: 'return-16', why: 'came back', 'article-15': 'yes' };
    await answerTo(dashboard, order('C-1', '/articles'), form);
  });
  afterAll(() => dashboard.close());

  it('is readable on a phone and on a desk, also where some were refunded', async () => {
    await windows.inspect(`${dashboard.url}${order('C-1')}&articles=read&first=15`, 'order-articles');
  });
});
