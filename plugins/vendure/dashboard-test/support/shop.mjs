import { DashboardPlugin } from '@vendure/dashboard/plugin';
import { createTestEnvironment, SimpleGraphQLClient } from '@vendure/testing';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startSandbox } from 'tillbridge/sandbox';

// The suite's own support, as it was compiled: it works with the same packages as the server here.
const require = createRequire(import.meta.url);
const support = (name) => require(`tillbridge-vendure/dist/test/support/${name}.js`);
const { filledDatabase } = support('databases');
const { MovedClock } = support('moved-clock');
const { GROUPS, shopConfig } = support('shop-config');
const { Shopper } = support('shopper');
const { Staff } = support('staff');
const { journalOf } = support('seen-order');
const { eventually } = support('eventually');
const { administrator, renameMethod } = support('accounts');
const { Office } = support('office');
const { Payments } = require('tillbridge');

const DUE_EVERY_MS = 40;
const BY_HAND = { by: 'test', why: 'so that it waits' };

/** A Vendure server with the plugin and the dashboard that was built, and the payment service that it works with. */
export class DashboardShop {
  static async start() {
    const clock = new MovedClock();
    const running = await startSandbox({ terminalGroups: [...GROUPS], clock });
    const config = await shopConfig({
      database: await filledDatabase('sqlite'),
      serviceUrl: running.url,
      options: { clock },
      config: {
        plugins: [DashboardPlugin.init({ route: 'dashboard', appDir: join(import.meta.dirname, '..', 'dist', 'app') })],
      },
    });
    const { server, adminClient } = createTestEnvironment(config);
    await server.bootstrap();
    await adminClient.asSuperAdmin();
    return new DashboardShop({ config, server, running, admin: adminClient });
  }

  constructor({ config, server, running, admin }) {
    Object.assign(this, { config, server, running, admin });
    this.timer = setInterval(() => void running.sandbox.runDue(), DUE_EVERY_MS);
    this.url = `http://localhost:${config.apiOptions.port}`;
    this.sandbox = running.sandbox;
    this.staff = new Staff(this);
    this.known = new Office(admin);
  }

  get refunds() {
    return this.server.app.get(Payments, { strict: false }).refunds;
  }

  storefront() {
    return new SimpleGraphQLClient(this.config, `${this.url}/${this.config.apiOptions.shopApiPath}`);
  }

  office() {
    return new SimpleGraphQLClient(this.config, `${this.url}/${this.config.apiOptions.adminApiPath}`);
  }

  /** An account that may do this alone. */
  async account(name, permissions) {
    await administrator(this, name, permissions);
    return { user: `${name}@shop.example`, password: 'clerk' };
  }

  /** An order that no one has checked out. */
  async cart() {
    const { code } = await Shopper.withCart(this);
    return this.staff.order(code);
  }

  async checkedOut() {
    const shopper = await Shopper.withCart(this);
    await shopper.checkOut();
    return this.staff.order(shopper.code);
  }

  async paid() {
    const { code } = await this.checkedOut();
    await this.sandbox.pay(code);
    return this.staff.orderWhen(code, ({ state }) => state === 'PaymentSettled');
  }

  async paidAfterCancel() {
    const order = await this.checkedOut();
    const written = (event) => this.staff.orderWhen(order.code, (seen) => journalOf(seen).includes(event));
    await this.staff.cancel(order.code);
    await written('cancelled');
    await this.sandbox.pay(order.code);
    return written('paid_after_cancel');
  }

  /** An order that was paid on two payment pages. */
  async paidTwice() {
    const shopper = await Shopper.withCart(this);
    const { code } = shopper;
    const written = (event) => this.staff.orderWhen(code, (seen) => journalOf(seen).includes(event));
    await shopper.checkOut();
    await this.sandbox.leave(code);
    await written('cancelled');
    await shopper.checkOut();
    await this.sandbox.pay(`${code}-2`);
    await this.staff.orderWhen(code, ({ state }) => state === 'PaymentSettled');
    await this.sandbox.pay(code);
    return written('paid_twice');
  }

  /** An order whose payment Vendure refused, for its method had another name meanwhile. */
  async notRecorded() {
    const order = await this.checkedOut();
    await renameMethod(this, 'online', 'online-2');
    await this.sandbox.pay(order.code);
    await this.staff.orderWhen(order.code, (seen) => journalOf(seen).includes('not_recorded'));
    await renameMethod(this, 'online-2', 'online');
    return order;
  }

  /** Waits until a refund of the order is in the state. */
  refundIs(order, state) {
    return eventually(
      async () => (await this.known.order(order.id)).payments[0].refunds,
      (refunds) => refunds.some((refund) => refund.state === state),
    );
  }

  /** An order of which a part was given back, and a further refund waits. */
  async refunded() {
    const order = await this.paid();
    await this.staff.refund(order.code, 1000, 'One mug was broken');
    await this.refundIs(order, 'accepted');
    await this.sandbox.advance(86_400_000);
    await this.refundIs(order, 'settled');
    await this.refunds.pauseLane('web', BY_HAND);
    await this.staff.refund(order.code, 500, 'Came late');
    await this.refundIs(order, 'queued');
    return order;
  }

  async goOnRefunding() {
    await this.refunds.resumeLane('web', BY_HAND);
  }

  /** An order with a refund of which no one knows whether it was carried out. */
  async undecided() {
    this.sandbox.adjust('web', { refundTags: [] });
    const known = await this.paid();
    await this.staff.refund(known.code, 300);
    await this.refundIs(known, 'accepted');
    const order = await this.paid();
    this.sandbox.faults.next('refund', 'response-lost');
    for (const _ of [1, 2]) this.sandbox.faults.next('notification', 'drop');
    await this.staff.refund(order.code, 500);
    await this.refundIs(order, 'unknown');
    await this.sandbox.refund(order.code, { amount: 500 });
    await eventually(
      async () => {
        await this.sandbox.advance(1_000);
        return (await this.known.order(order.id)).payments[0].refunds;
      },
      (refunds) => refunds.some(({ state }) => state === 'manual'),
    );
    return order;
  }

  async stop() {
    clearInterval(this.timer);
    await this.server.destroy();
    await this.running.close();
  }
}
