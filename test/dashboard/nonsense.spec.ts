import { randomInt } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FormToken } from '../../src/pages/form-token.js';
import { RefundEntity } from '../../src/shop/refund-records/index.js';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { NOON } from '../shop/refunds/support/refund-stage.js';
import { dashboardRoutes } from './support/dashboard-routes.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { anyCharacter } from '../support/any-character.js';

const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const TRIES = 400;

const ACTIONS = [
  'sync acknowledge refund erase replay pause resume stop cancel decide again drop parked preview'.split(' '),
  'constructor __proto__ toString %00 %ff ..%2f ö'.split(' '),
].flat();
const FIELDS = [
  'why by amount verdict key group reason sure file csv checked back id serviceRefundId token'.split(' '),
  '__proto__ constructor toString why[] why[a]'.split(' '),
  '',
].flat();
/** Nothing among these is an amount that could be given back. */
const VALUES = [
  '0 -1 1e9 NaN 12,5,0 0x10 yes paid not-paid web null undefined ../../etc/passwd =cmd() {"a": \\ %'.split(' '),
  ['', ' ', '\u0000', '\u{1f4b6}', '\ud800', '\r\nSet-Cookie: a=b', '<script>alert(1)</script>', "' OR 1=1 --"],
  ['order_id,amount\nA,1', 'a'.repeat(70_000), '"'.repeat(2_000)],
].flat();

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);
const fields = fc.array(fc.tuple(fc.constantFrom(...FIELDS), word), { maxLength: 12 });
const bodies = fc.oneof(
  { weight: 6, arbitrary: fields.map((pairs) => ({ type: 'application/x-www-form-urlencoded', pairs })) },
  fc.record({ type: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', '', 'x/y'), text: word }),
  fields.map((pairs) => ({ type: 'multipart', pairs })),
);
const request = fc.record({
  route: fc.nat(),
  parts: fc.array(fc.oneof(fc.constantFrom(...ACTIONS), fc.constant('web')), { minLength: 3, maxLength: 3 }),
  query: fields,
  body: bodies,
  isKnown: fc.boolean(),
  hasToken: fc.boolean(),
});
type Nonsense = typeof request extends fc.Arbitrary<infer T> ? T : never;

function bodyOf({ body, hasToken }: Nonsense, token: string): Pick<RequestInit, 'body' | 'headers'> {
  if (!('pairs' in body)) return { body: body.text, headers: { 'content-type': body.type } };
  const pairs = [...body.pairs, ...(hasToken ? [['token', token] as [string, string]] : [])];
  if (body.type !== 'multipart') return { body: new URLSearchParams(pairs) };
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, new Blob([value]), `${name}.csv`);
  return { body: form };
}

describe.each(['express', 'fastify'] as const)('nonsense sent to every form of the dashboard, on %s', (platform) => {
  it('is answered as such, changes no money, and harms nothing', async () => {
    const stage = await DashboardStage.start({ platform });
    try {
      const { shop } = stage.stage;
      await stage.stage.paid('S1');
      const kept = { group: 'web', orderId: 'S1', reason: 'broken', key: 'k', amount: 'remaining' as const };
      const known = await shop.payments.refunds.request(kept);
      const moneyOf = async (): Promise<unknown> => {
        const { manager } = shop.dataSource;
        const rows = await manager.find(RefundEntity);
        const orders = await manager.find(PaymentOrderEntity);
        return [
          rows.map(({ id, amount }) => [id, amount]),
          orders.map((each) => [each.orderId, each.status, each.amount]),
        ];
      };
      const before = await moneyOf();
      const token = shop.app.get(FormToken, { strict: false }).of('ann');
      const posts = dashboardRoutes().filter(({ method }) => method === 'POST');
      const statuses = new Map<number, number>();
      for (const each of fc.sample(request, { seed: SEED, numRuns: TRIES })) {
        const path = posts[each.route % posts.length]!.path.split('/')
          .map((part, index) => (part !== 'S1' ? part : each.isKnown && index < 3 ? known.id : each.parts[index % 3]!))
          .join('/');
        const own: [string, string][] = each.isKnown
          ? [
              ['group', 'web'],
              ['id', 'S1'],
            ]
          : [];
        const query = new URLSearchParams([...own, ...each.query]).toString().slice(0, 8_000);
        const init = { method: 'POST', ...bodyOf(each, token) };
        const response = await stage.fetch(`${path}?${query}`, 'ann', init);
        const text = await response.text();
        const reported = {
          SEED,
          path,
          query: query.slice(0, 200),
          body: JSON.stringify(each.body).slice(0, 300),
          text: text.slice(0, 300),
          status: response.status,
        };
        expect({ ...reported, isOurs: response.status < 500 }).toEqual({ ...reported, isOurs: true });
        expect(text).not.toContain('<script>alert(1)');
        expect(response.headers.get('set-cookie') ?? '').not.toContain('a=b');
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
      expect(await moneyOf()).toEqual(before);
      expect([...statuses.keys()]).toEqual(expect.arrayContaining([303, 403, 404]));
      expect(await stage.html('/refunds')).toContain('Refunds');
      expect(stage.stage.clock.now()).toBeGreaterThanOrEqual(NOON);
      shop.logs.assertNoSecret();
    } finally {
      await stage.close();
    }
  });
});
