import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DASHBOARD_LABELS } from '../../src/dashboard/dashboard.labels.js';
import { describeOneEngine } from '../support/engines.js';
import { orderPath } from './support/clerk-forms.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { buyArticles, payTwice, setOrderScenes } from './support/order-scenes.js';
import { codesIn, countsOfOne, forbiddenWords, meanSentence, textOf } from '../support/plain-words.js';

const MOST_WORDS = 18;

/** Every text of some labels; those made of something are made of one thing. */
function textsIn(labels: unknown): string[] {
  if (typeof labels === 'string') return [labels];
  if (typeof labels === 'function') return [String((labels as (...of: unknown[]) => string)(1, 1))];
  return typeof labels === 'object' && labels !== null ? Object.values(labels).flatMap(textsIn) : [];
}

describeOneEngine('the words of the dashboard', (engine) => {
  let dashboard: DashboardStage;
  /** Name and HTML of every page. */
  const pages: [name: string, html: string][] = [];

  beforeAll(async () => {
    dashboard = await DashboardStage.start({ engine });
    await setOrderScenes(dashboard);
    await payTwice(dashboard, 'S-2001');
    await buyArticles(dashboard, 'S-2002');
    const { payments } = dashboard.stage.shop;
    for (const state of ['queued', 'unknown', 'manual', 'rejected', 'settled', 'cancelled', 'accepted'] as const)
      await dashboard.stage.refund('S-2002', { state, amount: 100, reason: state === 'manual' ? 'unresolved' : null });
    await payments.group('till').refunds.pauseLane({ by: 'ben', why: 'stock-taking' });
    const csv = 'order id,amount,currency,reason,key\nS-2002,1.00,EUR,late,b-1';
    await payments.refunds.batches.submit({ group: 'web', key: 'file-1', csv, by: 'ann', why: 'returns of May' });
    const { items: refunds } = await payments.refunds.list({ orderId: 'S-2002', limit: 100 });
    const { items: batches } = await payments.refunds.batches.list();
    const { items: notes } = await payments.notifications.list({});
    const paths = [
      '',
      ...['', '?status=paid', '?search=S-2', '?search=nothing-like-it'].map((query) => `/orders${query}`),
      ...['S-1001', 'S-1002', 'S-1003', 'S-1004', 'S-2001', 'S-2002'].map((id) => `${orderPath(id)}&kind=all`),
      `${orderPath('S-2002')}&articles=read`,
      ...['', '?state=manual', '?group=till', '?state=settled&group=till'].map((query) => `/refunds${query}`),
      ...refunds.map(({ id }) => `/refunds/${id}`),
      `/refunds/${refunds[0]!.id}?read=service`,
      '/refunds/batches',
      ...batches.map(({ id }) => `/refunds/batches/${id}`),
      ...['', '?state=parked', '?state=unmatched', '?state=erased'].map((query) => `/notifications${query}`),
      ...notes.slice(0, 4).map(({ id }) => `/notifications/one?id=${id}`),
      '/notifications/refused',
      '/notifications/effects',
      ...['', '?by=ann', '?by=no-one-at-all'].map((query) => `/audit${query}`),
      '/settings',
      '/time-zone',
    ];
    for (const path of paths) pages.push([path, await dashboard.html(path)]);
  });
  afterAll(() => dashboard.close());

  /** What is wrong, page by page; each fault once. */
  const faults = (find: (text: string) => readonly string[]): string[] => [
    ...new Set(pages.flatMap(([name, html]) => find(textOf(html)).map((fault) => `${name}: ${fault}`))),
  ];

  it('are those of a support desk', () => expect(faults(forbiddenWords)).toEqual([]));

  it('are those of a support desk where a page shows them seldom', () => {
    const texts = textsIn(DASHBOARD_LABELS).join('\n');
    expect(forbiddenWords(texts)).toEqual([]);
    expect(meanSentence(texts)).toBeLessThan(MOST_WORDS);
  });

  it('have no codes and no raw values but behind a text', () => expect(faults(codesIn)).toEqual([]));

  it('count one thing as one', () => expect(faults(countsOfOne)).toEqual([]));

  it('stand in short sentences', () => {
    const long = pages.map(([name, html]) => [name, meanSentence(textOf(html))] as const);
    expect(long.filter(([, mean]) => mean > MOST_WORDS)).toEqual([]);
  });
});
