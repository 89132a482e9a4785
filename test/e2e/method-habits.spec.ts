import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Money, OnPayment, Payments, type PaymentEvent } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { PaymentOrderEntity, type KnownTransaction } from '../../src/shop/orders/index.js';
import { canaryKey } from '../support/canary.js';
import { describeOneEngine, type TestEngineName } from '../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

/** Counts what is told, by the name that a handler has subscribed to. */
@Injectable()
class Reported {
  readonly kinds = new Map<string, string[]>();

  @OnPayment(['completed', 'authorised', 'paid_twice', 'paid_after_cancel', 'restored', 'voided', 'chargedback'])
  paid({ orderId, kind }: PaymentEvent): void {
    this.#note(orderId, kind);
  }

  @OnPayment('cancelled')
  cancelled({ orderId }: PaymentEvent): void {
    this.#note(orderId, 'cancelled');
  }

  @OnPayment('void')
  byOldName({ orderId }: PaymentEvent): void {
    this.#note(orderId, 'by the old name');
  }

  @OnPayment(['void', 'cancelled'])
  byBothNames({ orderId }: PaymentEvent): void {
    this.#note(orderId, 'by both names');
  }

  @OnPayment('void', { name: 'twice.one' })
  @OnPayment('cancelled', { name: 'twice.other' })
  bySubscriptions({ orderId }: PaymentEvent): void {
    this.#note(orderId, 'by two subscriptions');
  }

  @OnPayment('declined')
  declined({ orderId }: PaymentEvent): void {
    this.#note(orderId, 'declined');
  }

  of(orderId: string): string[] {
    return (this.kinds.get(orderId) ?? []).toSorted();
  }

  #note(orderId: string, what: string): void {
    this.kinds.set(orderId, [...(this.kinds.get(orderId) ?? []), what]);
  }
}

const ENDED = ['by both names', 'by the old name', 'by two subscriptions', 'cancelled'];

/** One of each kind. Cards and wallets tell a customer who leaves as declined; all others as void or cancelled. */
const DECLINING = ['VISA', 'AMEX', 'APPLEPAY', 'AMAZONBTN', 'BIZUM'];
const ENDING =
  'PAYPAL EINVOICE ZINIA KLARNA IN3 MBWAY IDEAL MISTERCASH TRUSTLY BELFIUS DIRECTBANK BANKTRANS DIRDEB VVVGIFTCARD'.split(
    ' ',
  );

interface Both {
  readonly shop: ShopHost;
  readonly service: RunningSandbox;
  readonly reported: Reported;
}

async function startBoth(engine: TestEngineName): Promise<Both> {
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
  const [web] = shopOptions().terminalGroups;
  // Hundreds of calls at once: their budget is not what is tried here.
  const calls = { callsPerSecond: 1_000, burst: 10_000, maxWaiting: 1_000 };
  const options = { terminalGroups: [{ ...web!, baseUrl: service.url, calls }] };
  const shop = await startShop({ engine, options, providers: [Reported] });
  return { shop, service, reported: shop.app.get(Reported) };
}

/** At the same time, as shoppers are. */
const each = (methods: readonly string[], work: (method: string) => Promise<unknown>): Promise<unknown> =>
  Promise.all(methods.map(work));

const HOUSE = {
  ownAcquirer: false,
  cancelledForm: 'first',
  chargebackForm: 'status',
  releaseForm: 'status',
  captureRows: 'named',
} as const;

const create = ({ shop }: Both, orderId: string, capture?: 'manual') =>
  shop.payments.group('web').orders.create({
    orderId,
    amount: Money.of('12.50', 'EUR'),
    description: 'Two mugs',
    notificationUrl: `${shop.url}/payments/notifications/web`,
    redirectUrl: 'http://localhost:3000/return',
    ...(capture && { capture }),
  });

/** Waits until everything that was sent is taken in. */
async function settled({ shop, service }: Both): Promise<void> {
  await service.sandbox.idle();
  await waitFor(async () => (await shop.count("tillbridge_notification WHERE state = 'pending'")) === 0, {
    what: 'the inbox to be worked off',
  });
}

describeOneEngine('every payment method', (engine) => {
  let both: Both;
  beforeAll(async () => void (both = await startBoth(engine)));
  afterAll(async () => {
    await both.service.close();
    await both.shop.close();
  });
  afterEach(() => void both.service.sandbox.adjust('web', HOUSE));

  const find = (orderId: string) => both.shop.payments.orders.find(orderId);
  const paid = async (orderId: string, method: string): Promise<void> => {
    await create(both, orderId);
    await both.service.sandbox.pay(orderId, { method });
  };
  const refund = (orderId: string) =>
    both.shop.app.get(Payments).refunds.request({
      group: 'web',
      orderId,
      amount: Money.of('2.50', 'EUR'),
      reason: 'broken',
      key: orderId,
    });

  it('is paid once however it says so', async () => {
    const methods = [...DECLINING, ...ENDING];
    await each(methods, (method) => paid(`P-${method}`, method));
    both.service.sandbox.adjust('web', { ownAcquirer: true });
    await paid('P-own', 'AMEX');
    await settled(both);
    for (const method of [...methods, 'own']) {
      const orderId = `P-${method}`;
      expect([orderId, ...both.reported.of(orderId)]).toEqual([orderId, 'completed']);
      expect(await find(orderId)).toMatchObject({ status: 'completed', paid: true, attention: null });
    }
  });

  it('can be refunded where its money never passes through the service', async () => {
    both.service.sandbox.adjust('web', { ownAcquirer: true });
    for (const method of ['PAYPAL', 'BIZUM', 'AMEX']) {
      const orderId = `R-${method}`;
      await paid(orderId, method);
      await settled(both);
      expect(await refund(orderId)).toMatchObject({ state: 'queued' });
    }
    const { refunds } = both.shop.app.get(Payments);
    for (const method of ['PAYPAL', 'BIZUM', 'AMEX']) {
      const orderId = `R-${method}`;
      await waitFor(
        async () => ['accepted', 'settled'].includes((await refunds.find({ group: 'web', key: orderId }))?.state ?? ''),
        {
          what: `the refund of ${orderId} to be accepted`,
          timeoutMs: 30_000,
        },
      );
      await settled(both);
      await both.shop.payments.orders.sync(orderId, { by: 'ann', why: 'to see' });
      expect(await find(orderId)).toMatchObject({ amountRefunded: Money.of('2.50', 'EUR'), attention: null });
    }
  });

  it('is paid once when it has been held for a while', async () => {
    const methods = ['VISA', 'AMEX', 'PAYPAL', 'TRUSTLY', 'DIRECTBANK', 'DIRDEB', 'BANKTRANS', 'SANTANDER', 'IN3'];
    await each(methods, async (method) => {
      await create(both, `H-${method}`);
      await both.service.sandbox.hold(`H-${method}`, { method });
    });
    await settled(both);
    for (const method of methods) {
      expect([method, ...both.reported.of(`H-${method}`)]).toEqual([method]);
      expect(await find(`H-${method}`)).toMatchObject({ paid: false });
    }
    await each(methods, (method) => both.service.sandbox.accept(`H-${method}`));
    await settled(both);
    for (const method of methods) {
      expect([method, ...both.reported.of(`H-${method}`)]).toEqual([method, 'completed']);
      expect(await find(`H-${method}`)).toMatchObject({ status: 'completed', paid: true, attention: null });
    }
  });

  it('is charged back where that is announced as void', async () => {
    both.service.sandbox.adjust('web', { chargebackForm: 'void' });
    const methods = ['VISA', 'DIRDEB', 'PAYPAL'];
    await each(methods, (method) => paid(`B-${method}`, method));
    await settled(both);
    await each(methods, (method) => both.service.sandbox.chargeback(`B-${method}`));
    await settled(both);
    for (const method of methods) {
      expect([method, ...both.reported.of(`B-${method}`)]).toEqual([method, 'chargedback', 'completed']);
      expect(await find(`B-${method}`)).toMatchObject({ status: 'chargedback', serviceStatus: 'void', paid: true });
    }
  });

  it('ends unpaid once, by either name, whichever word it has for that', async () => {
    for (const cancelledForm of ['first', 'second'] as const) {
      both.service.sandbox.adjust('web', { cancelledForm });
      await each([...DECLINING, ...ENDING], async (method) => {
        await create(both, `C-${method}-${cancelledForm}`);
        await both.service.sandbox.cancel(`C-${method}-${cancelledForm}`, { method });
      });
    }
    await settled(both);
    for (const form of ['first', 'second']) {
      for (const method of DECLINING) expect(both.reported.of(`C-${method}-${form}`)).toEqual(['declined']);
      for (const method of ENDING) {
        const orderId = `C-${method}-${form}`;
        expect([orderId, ...both.reported.of(orderId)]).toEqual([orderId, ...ENDED]);
        expect(await find(orderId)).toMatchObject({ status: 'cancelled', paid: false });
      }
    }
    expect(await find('C-IDEAL-first')).toMatchObject({ serviceStatus: 'void' });
  });

  it.each([
    ['status', 'named'],
    ['related', 'named'],
    ['status', 'unnamed'],
    ['related', 'unnamed'],
  ] as const)(
    'waits for a capture where the shop has asked to, and ends as any other when the shop lets go, shown as %s, rows %s',
    async (releaseForm, captureRows) => {
      both.service.sandbox.adjust('web', { releaseForm, captureRows });
      const { orders } = both.shop.payments.group('web');
      const [whole, part] = [`M-${releaseForm}-${captureRows}`, `M-${releaseForm}-${captureRows}-part`];
      for (const orderId of [whole, part]) {
        await create(both, orderId, 'manual');
        await both.service.sandbox.pay(orderId, { method: 'VISA' });
      }
      await settled(both);
      expect(both.reported.of(whole)).toEqual(['authorised']);
      await orders.capture(part, { amount: Money.of('5.00', 'EUR') });
      for (const orderId of [whole, part]) await orders.cancelReservation(orderId, { reason: 'sold out' });
      await settled(both);
      expect(both.reported.of(whole)).toEqual(['authorised', ...ENDED]);
      expect(await find(whole)).toMatchObject({ status: 'cancelled', attention: null });
      expect(both.reported.of(part)).toEqual(['authorised', 'completed']);
      expect(await find(part)).toMatchObject({ status: 'completed', paid: true });
    },
  );

  it.each(
    (['status', 'void', 'related'] as const).flatMap((chargebackForm) =>
      (['status', 'related'] as const).flatMap((releaseForm) =>
        (['named', 'unnamed'] as const).map((captureRows) => ({ chargebackForm, releaseForm, captureRows })),
      ),
    ),
  )('is charged back where its only captured part is: %p', async (form) => {
    both.service.sandbox.adjust('web', form);
    const { orders } = both.shop.payments.group('web');
    const id = `P-${Object.values(form).join('-')}`;
    await create(both, id, 'manual');
    await both.service.sandbox.pay(id, { method: 'VISA' });
    await settled(both);
    const part = await orders.capture(id, { amount: Money.of('5.00', 'EUR') });
    await orders.cancelReservation(id, { reason: 'sold out' });
    await settled(both);
    expect(both.reported.of(id)).toEqual(['authorised', 'completed']);
    await both.service.sandbox.chargeback(part.orderId!);
    await settled(both);
    await both.shop.payments.orders.sync(id, { by: 'ann', why: 'to see' });
    await settled(both);
    expect([await find(id), both.reported.of(id)]).toMatchObject([
      { paid: true },
      ['authorised', 'chargedback', 'completed'],
    ]);
  });

  it('tells nothing anew of what release 0.1 had told, and of a payment that it had not recognised', async () => {
    const { shop, service, reported } = both;
    await create(both, 'U-void');
    await service.sandbox.cancel('U-void', { method: 'IDEAL' });
    await paid('U-paid', 'PAYPAL');
    await settled(both);
    await asOfBefore(shop, 'U-void', 'void');
    await asOfBefore(shop, 'U-paid', 'authorised');
    reported.kinds.clear();
    expect(await find('U-void')).toMatchObject({ status: 'cancelled', serviceStatus: 'void' });
    for (const orderId of ['U-void', 'U-paid', 'U-paid'])
      await shop.payments.orders.sync(orderId, { by: 'ann', why: 'upgrade' });
    expect(reported.of('U-void')).toEqual([]);
    expect(reported.of('U-paid')).toEqual(['completed']);
  });
});

/** Writes a row as the release before did. */
async function asOfBefore({ dataSource }: ShopHost, orderId: string, status: 'void' | 'authorised'): Promise<void> {
  const row = await dataSource.manager.findOneByOrFail(PaymentOrderEntity, { orderId });
  const before = ({
    recordedAt: _now,
    facts: { word: _word, related: _related, ...facts },
    ...each
  }: KnownTransaction) => ({
    ...each,
    paid: false,
    facts: { ...facts, status },
  });
  const transactions = row.transactions!.map(before);
  const change = { status, serviceStatus: null, paidAt: null, paidTransactionId: null, transactions };
  await dataSource.manager.update(PaymentOrderEntity, { group: 'web', orderId }, change);
}
