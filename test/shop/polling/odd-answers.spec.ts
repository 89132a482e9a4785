import { describe, expect, it } from '@jest/globals';
import { orderBody, type OrderBodyInput } from 'tillbridge/testing';
import { AttemptEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { DAY, MINUTE, PollScript } from './poll-script.js';

const NOON_LOCAL = '2026-01-15T13:00:00';
/** More than any plan has: sixty days are seventeen. */
const MOST_POLLS = 40;

const script = new PollScript();
const { clock } = script;

const about = { group: 'web', serviceOrderId: 'A' };
const pollRow = () => script.shop.dataSource.manager.findOneByOrFail(PollEntity, about);
const order = () => script.shop.dataSource.manager.findOneByOrFail(PaymentOrderEntity, { orderId: 'A' });

/** Takes each poll when it is due, until there is none. @returns how it ended */
async function pollToTheEnd(answers: (poll: number) => void): Promise<string> {
  for (let polls = 0; polls < MOST_POLLS; polls += 1) {
    const { state, dueAt } = await pollRow();
    if (state !== 'pending') return `${state}, ${(await order()).attention ?? 'no one told'}`;
    clock.set(Math.max(dueAt, clock.now()));
    answers(polls);
    await script.tick();
  }
  return 'polled without end';
}

async function receive(status: string, change: Partial<OrderBodyInput> = {}): Promise<void> {
  const body = orderBody({ orderId: 'A', amount: 1250, at: clock.now(), status, ...change });
  expect((await script.shop.notify({ orderId: 'A', body, at: clock.now() })).status).toBe(200);
  await script.shop.drain();
}

const byMethod = (type: string) => ({ modified: NOON_LOCAL, payment_details: { type } });

describe('a payment that is begun and goes no further', () => {
  it.each<[string, (poll: number) => Partial<OrderBodyInput>]>([
    ['and whose answers have no time', () => ({ fields: { modified: null } })],
    ['and whose times have a zone', () => ({ fields: { modified: `${NOON_LOCAL}+01:00` } })],
    ['and whose time is that of the answer', () => ({})],
    ['and has another method in every answer', (poll) => ({ fields: byMethod(poll % 2 ? 'VISA' : 'CREDITCARD') })],
    [
      'beside another one, each shown in turn',
      (poll) => ({ transactionId: poll % 2 ? '700' : '701', fields: byMethod(poll % 2 ? 'VISA' : 'IDEAL') }),
    ],
  ])('%s, is polled until its time is over, and then a person is told', async (_title, shown) => {
    await script.add(['A']);
    const answers = (poll: number): void => script.says('A', 'initialized', { transactionId: '700', ...shown(poll) });
    expect(await pollToTheEnd(answers)).toBe('parked, expired_unconfirmed');
  });

  it('and of which a notification told, has the time of its own method from then on', async () => {
    await script.add(['A']);
    await script.poll('A', { activeUntil: clock.now() + 30 * DAY, method: 'IDEAL', methodSince: clock.now() });
    clock.advance(20 * DAY);
    const transfer = { transactionId: '701', fields: byMethod('BANKTRANS') };
    await script.poll('A', { dueAt: clock.now() + MINUTE });
    await receive('initialized', transfer);
    script.says('A', 'initialized', transfer);
    clock.advance(MINUTE);
    await script.tick();
    expect(await pollRow()).toMatchObject({ method: 'BANKTRANS', methodSince: clock.now() - MINUTE });
  });
});

describe('an order of which a notification told, and which the service does not know when it is asked', () => {
  it.each([
    ['whose payment is under way: a person is told', 'uncleared', 'parked, expired_unconfirmed'],
    ['that has ended: no one needs to be', 'cancelled', 'done, no one told'],
  ])('%s', async (_title, status, expected) => {
    for (const createState of ['created', 'creating', 'failed'] as const) {
      await script.add(['A'], { due: -MINUTE });
      await script.shop.dataSource.manager.update(AttemptEntity, { orderId: 'A' }, { createState });
      await receive(status);
      expect(await pollToTheEnd(() => undefined)).toBe(expected);
      await script.shop.forget();
    }
  });
});

describe('an order that ended, and whose payment begins after all when its polls are over', () => {
  it.each<[string, Partial<AttemptEntity>, Partial<OrderBodyInput>]>([
    ['uncleared', { createState: 'created' }, { status: 'uncleared', transactionId: '701' }],
    [
      'initialized',
      { createState: 'created' },
      { status: 'initialized', transactionId: '701', fields: byMethod('BANKTRANS') },
    ],
    [
      'uncleared, though its creation was refused',
      { createState: 'failed' },
      { status: 'uncleared', transactionId: '701' },
    ],
  ])('%s, is polled again, and found paid though no other notification comes', async (_title, change, begun) => {
    const isRefused = change.createState === 'failed';
    await script.add(['A']);
    await script.shop.dataSource.manager.update(AttemptEntity, { orderId: 'A' }, change);
    await script.poll('A', { activeUntil: clock.now() + 60 * MINUTE });
    const expired = (): void => script.says('A', 'expired', { transactionId: null });
    expect(await pollToTheEnd(isRefused ? () => undefined : expired)).toBe('done, no one told');
    if (!isRefused) clock.advance(5 * DAY);
    script.says('A', '', { ...begun, at: clock.now() });
    await receive('', begun);
    expect(await pollRow()).toMatchObject({ state: 'pending' });
    const paid = (poll: number): void =>
      poll > 3 ? script.says('A', 'completed', { ...begun, status: 'completed' }) : undefined;
    expect(await pollToTheEnd(paid)).toMatch(/^done, /);
    expect(await order()).toMatchObject({ status: 'completed', transactionId: begun.transactionId });
  });

  it('is polled again where the poll that is under way was answered before', async () => {
    await script.add(['A']);
    await script.poll('A', { activeUntil: clock.now() + 60 * MINUTE });
    clock.advance(40 * DAY);
    const { manager } = script.shop.dataSource;
    const until = clock.now() + MINUTE;
    await manager.update(PollEntity, about, { leaseToken: 'other', leaseUntil: until, dueAt: until });
    const before = await pollRow();
    await receive('initialized', { transactionId: '701' });
    expect((await pollRow()).askedAt).toBeGreaterThan(before.askedAt);
  });

  it('is polled once more where a person had been told', async () => {
    await script.add(['A']);
    const begun = (transactionId: string) => () => script.says('A', 'initialized', { transactionId });
    expect(await pollToTheEnd(begun('700'))).toBe('parked, expired_unconfirmed');
    clock.advance(DAY);
    await receive('initialized', { transactionId: '701' });
    expect(await pollRow()).toMatchObject({ state: 'pending', reason: null });
    expect(await pollToTheEnd(begun('701'))).toBe('parked, expired_unconfirmed');
  });
});
