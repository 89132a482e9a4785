import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Money } from 'tillbridge';
import { sized } from '../../support/long-run.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { HOUR, MINUTE, RefundStage } from './support/refund-stage.js';

const PAID = 10_000;
const HISTORIES = sized({ usual: 5, long: 25 });
const ACTOR = { by: 'test', why: 'to see' };

type Kind = 'capture' | 'release' | 'ask' | 'elsewhere' | 'chargeback' | 'reversal' | 'lost' | 'night';

/** What happens, with what share of what is left, in percent. */
interface Step {
  readonly kind: Kind;
  readonly share: number;
}

const stepOf = (kinds: readonly Kind[]): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constantFrom(...kinds), share: fc.integer({ min: 1, max: 100 }) });
const historyOf = (kinds: readonly Kind[], maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(stepOf(kinds), { minLength: 1, maxLength });

/** One order's money by what really happened at the service, as the sandbox tells it. */
class History {
  constructor(
    private readonly clerk: RefundClerk,
    readonly orderId: string,
  ) {}

  private get stage(): RefundStage {
    return this.clerk.stage;
  }

  get left(): Promise<number> {
    return this.clerk.refunds.remaining(this.orderId).then(({ amount }) => amount);
  }

  async read(): Promise<void> {
    await this.stage.shop.payments.orders.sync(this.orderId, ACTOR);
    await this.stage.shop.drain();
  }

  /** No one may be able to take the step; then nothing happens. */
  async take({ kind, share }: Step): Promise<void> {
    const { sandbox } = this.stage.service;
    const part = Math.ceil(((await this.left) * share) / 100);
    const { amount, amountRefunded } = await sandbox.order(this.orderId);
    const ofBank = Math.ceil(((amount - amountRefunded) * share) / 100);
    const { orders } = this.stage.shop.payments.group('web');
    const steps: Readonly<Record<Kind, () => Promise<unknown>>> = {
      capture: () => orders.capture(this.orderId, { amount: eur(Math.ceil((PAID * share) / 400)) }),
      release: () => orders.cancelReservation(this.orderId, { reason: 'sold out' }),
      ask: async () => {
        await this.clerk.ask({ orderId: this.orderId, amount: eur(part) });
        await this.clerk.sent(this.orderId);
      },
      lost: () => this.arriveUnheard(part),
      elsewhere: () => sandbox.refund(this.orderId, { amount: part }),
      chargeback: () => sandbox.chargeback(this.orderId, { amount: ofBank }),
      reversal: () => sandbox.reverseChargeback(this.orderId),
      night: () => this.stage.pass(13 * HOUR),
    };
    await steps[kind]().catch(() => undefined);
    await this.stage.pass(6 * MINUTE);
    await this.read();
  }

  /** It arrives at the service, and its answer is lost. */
  private async arriveUnheard(amount: number): Promise<void> {
    const refund = await this.stage.unknown(this.orderId, { amount });
    await this.stage.book(refund);
  }

  /** All that has been taken from the orders at the service, that of each part included. */
  async back(): Promise<number> {
    let back = 0;
    for (const id of await this.orderIds()) {
      const { related_transactions } = await this.stage.shop.payments.orders.fetch(id, { group: 'web' });
      for (const { type, amount, status } of related_transactions) {
        if (status === 'void' || status === 'declined') continue;
        if (type === 'refund' || type === 'chargeback') back += amount ?? 0;
        if (type === 'reverse-chargeback') back -= amount ?? 0;
      }
    }
    return back;
  }

  /** The order's own id, and those of its captured parts. */
  private async orderIds(): Promise<string[]> {
    const { related_transactions } = await this.stage.shop.payments.orders.fetch(this.orderId, { group: 'web' });
    const parts = related_transactions.filter(({ type }) => type === 'capture').map(({ order_id }) => String(order_id));
    return [this.orderId, ...parts];
  }
}

describe('money that comes and goes, in any order, at the sandbox', () => {
  let clerk: RefundClerk;

  beforeAll(async () => {
    const calls = { callsPerSecond: 1_000, burst: 1_000 };
    clerk = new RefundClerk(await RefundStage.start('sqlite', {}, { groupAt: async () => ({ calls }) }));
  });
  afterAll(() => clerk.stage.close());

  async function begin(capture?: 'manual'): Promise<History> {
    const orderId = `H-${randomUUID().slice(0, 8)}`;
    const { shop, service } = clerk.stage;
    await shop.payments.group('web').orders.create({
      orderId,
      amount: Money.ofMinor(PAID, 'EUR'),
      description: 'Two mugs',
      ...(capture && { capture }),
      notificationUrl: `${shop.url}${shop.path}/web`,
      redirectUrl: 'http://localhost:3000/return',
    });
    await service.sandbox.pay(orderId, { method: 'VISA' });
    await shop.drain();
    return new History(clerk, orderId);
  }

  /** Runs histories, the seed said first: with it they are the same again. */
  function check(steps: fc.Arbitrary<Step[]>, play: (steps: readonly Step[]) => Promise<void>): Promise<void> {
    const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
    process.stderr.write(`histories of money: SEED=${seed}\n`);
    const property = fc.asyncProperty(steps, play);
    return fc.assert(property, { numRuns: HISTORIES, seed, endOnFailure: true });
  }

  it('never leaves beyond what came, and all that remains can be given back', async () => {
    const kinds = ['ask', 'elsewhere', 'chargeback', 'reversal', 'lost', 'night'] as const;
    await check(historyOf(kinds, 6), async (steps) => {
      const history = await begin();
      for (const step of steps) {
        await history.take(step);
        const back = await history.back();
        expect(back).toBeLessThanOrEqual(PAID);
        expect(await history.left).toBe(PAID - back);
      }
      await giveRest(history);
      expect(await history.back()).toBe(PAID);
    });
  }, 300_000);

  it('never leaves beyond what was captured, part by part, and each part can be given back whole', async () => {
    await check(historyOf(['capture', 'capture', 'ask', 'night', 'release'], 6), async (steps) => {
      const history = await begin('manual');
      for (const step of steps) await history.take(step);
      const { related_transactions } = await clerk.stage.shop.payments.orders.fetch(history.orderId, { group: 'web' });
      const captured = related_transactions.filter(({ type }) => type === 'capture');
      const sum = captured.reduce((all, { amount }) => all + (amount ?? 0), 0);
      expect(await history.left).toBe(sum - (await history.back()));
      for (let left = captured.length; left > 0; left -= 1) await giveRest(history);
      expect(await history.back()).toBe(sum);
    });
  }, 300_000);

  /** What remains, of one order at the service; the service takes it. */
  async function giveRest(history: History): Promise<void> {
    if ((await history.left) === 0) return;
    const refund = await clerk.ask({ orderId: history.orderId, amount: 'remaining' });
    await clerk.sent(history.orderId);
    expect((await clerk.stage.now(refund)).state).toMatch(/^(accepted|settled)$/);
    await clerk.stage.pass(6 * MINUTE);
    await history.read();
  }
});
