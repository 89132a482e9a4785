import { Shopper } from '../test/support/shopper';
import type { Stage } from './stage';

const DAY_MS = 86_400_000;
/** Longer than any lease lasts: what a dead process held is free again. */
const LEASES_OVER_MS = 140_000;
const STEP_MS = 20_000;
const MOST_STEPS = 12;
const GIVEN_BACK = 700;

/** What one order goes through while a process dies. */
export interface Course {
  readonly what: string;
  /** Brings an order to where it begins. @returns the shopper, who has the code of the order */
  prepare(stage: Stage): Promise<Shopper>;
  /** Sets in motion what the death is to interrupt. Anyone who asked for it may get no answer. */
  act(stage: Stage, shopper: Shopper): Promise<unknown>;
  /** Whether nothing is left that a death could interrupt. */
  isDone(stage: Stage, shopper: Shopper): Promise<boolean>;
  /** What people do after the death: those who got no answer look, and ask again. */
  goOn(stage: Stage, shopper: Shopper): Promise<unknown>;
  /** Brings the order to its end. @returns what must not be */
  judge(stage: Stage, shopper: Shopper): Promise<string[]>;
}

const PAID: ReadonlySet<string> = new Set(['completed', 'partial_refunded']);

const quietly = (): undefined => undefined;
const nothing = async (): Promise<void> => undefined;

async function cart(stage: Stage): Promise<Shopper> {
  return Shopper.withCart(stage);
}

async function checkedOut(stage: Stage, method = 'online'): Promise<Shopper> {
  const shopper = await cart(stage);
  const answer = await shopper.checkOut({ paymentMethodCode: method });
  if (answer.__typename !== 'TillbridgePayment') throw new Error(`no payment was made: ${JSON.stringify(answer)}`);
  return shopper;
}

async function paid(stage: Stage, method = 'online', state = 'PaymentSettled'): Promise<Shopper> {
  const shopper = await checkedOut(stage, method);
  await stage.sandbox.pay(shopper.code);
  await until(stage, () => isState(stage, shopper, state));
  return shopper;
}

/** Lets time pass in steps until it is so. @throws Error when it does not come to pass */
export async function until(stage: Stage, isSo: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const end = Date.now() + 1_500;
    while (Date.now() < end) {
      if (await isSo()) return;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await stage.pass(step === 0 ? LEASES_OVER_MS : STEP_MS * 2 ** Math.min(step, 4));
  }
  throw new Error(`it did not come to pass: ${String(isSo)}`);
}

const isState = async (stage: Stage, { code }: Shopper, state: string): Promise<boolean> =>
  (await stage.stateOf(code)) === state;

const isPaid = (stage: Stage, shopper: Shopper): Promise<boolean> => isState(stage, shopper, 'PaymentSettled');

/** The states of an order's refunds in the module. */
export const onRecord = async (stage: Stage, code: string): Promise<string> =>
  (await stage.refundsOnRecord(code)).map(({ state }) => state).join();

/** Waits until the service is known to have a refund, lets the money go out, and waits until Vendure knows. */
export async function settleRefund(stage: Stage, code: string): Promise<void> {
  await until(stage, async () => ['accepted', 'settled'].includes(await onRecord(stage, code)));
  await stage.pass(DAY_MS);
  await until(stage, async () => (await stage.statesOf('refund', code)).join() === 'Settled').catch(async () => {
    const [here, between, there] = [stage.statesOf('refund', code), onRecord(stage, code), stage.sandbox.order(code)];
    const { amountRefunded } = await there;
    throw new Error(
      `Vendure has the refunds ${(await here).join()}, the module ${await between}, the service gave ${amountRefunded} back`,
    );
  });
}

/** What is the same on both sides once all is over: the payments, their sum, and what was given back. */
export async function compare(stage: Stage, { code }: Shopper, states: readonly string[], back = 0): Promise<string[]> {
  const order = await stage.orderWhen(code, () => true);
  const { status, amount, amountRefunded } = await stage.sandbox.order(code);
  const found: string[] = [];
  const seen = order.payments.map(({ state }) => state).join();
  if (seen !== states.join()) found.push(`Vendure has the payments ${seen || 'none'} instead of ${states.join()}`);
  const sum = order.payments.filter(({ state }) => state === 'Settled').reduce((all, each) => all + each.amount, 0);
  if (sum > 0 && sum !== amount) found.push(`Vendure counts ${sum}, the service ${amount}`);
  if (sum > 0 && !PAID.has(status)) found.push(`settled in Vendure, and ${status} at the service`);
  if (amountRefunded !== back) found.push(`the service gave ${amountRefunded} back instead of ${back}`);
  const refunds = order.payments.flatMap((payment) => payment.refunds.filter(({ state }) => state === 'Settled'));
  const counted = refunds.reduce((all, { total }) => all + total, 0);
  if (counted !== back) found.push(`Vendure counts ${counted} as given back instead of ${back}`);
  const settled = order.history.items.filter(({ data }) => data['to'] === 'PaymentSettled').length;
  if (settled > 1) found.push(`the order was settled ${settled} times`);
  const attention = await stage.staff.attention(code);
  if (attention.length > 0) found.push(`a person is asked to see to ${attention.join()}`);
  return found.map((text) => `${code}: ${text}`);
}

/** Every course, by its name. */
export const COURSES: Readonly<Record<string, Course>> = {
  checkout: {
    what: 'a shopper asks where to pay',
    prepare: cart,
    act: (_, shopper) => shopper.checkOut().catch(quietly),
    // The answer is the last that there is.
    isDone: async () => true,
    goOn: async (stage, shopper) => {
      const answer = await shopper.checkOut();
      if (answer.__typename !== 'TillbridgePayment') {
        // One that is still being made by a process that is dead: its lease has to end.
        await stage.pass(LEASES_OVER_MS);
        await shopper.checkOut();
      }
    },
    judge: async (stage, shopper) => {
      await stage.sandbox.pay(shopper.code);
      await until(stage, () => isPaid(stage, shopper));
      return compare(stage, shopper, ['Settled']);
    },
  },
  payment: {
    what: 'the service says that an order is paid',
    prepare: (stage) => checkedOut(stage),
    act: (stage, { code }) => stage.sandbox.pay(code),
    isDone: isPaid,
    goOn: nothing,
    judge: async (stage, shopper) => {
      await until(stage, () => isPaid(stage, shopper));
      return compare(stage, shopper, ['Settled']);
    },
  },
  cancellation: {
    what: 'staff cancel an order that is not paid',
    prepare: (stage) => checkedOut(stage),
    act: (stage, { code }) => stage.staff.cancel(code).catch(quietly),
    isDone: async (stage, { code }) => (await stage.statusOnRecord(code)) === 'cancelled',
    goOn: async (stage, shopper) => {
      if (!(await isState(stage, shopper, 'Cancelled'))) await stage.staff.cancel(shopper.code);
    },
    judge: async (stage, shopper) => {
      await until(stage, async () => (await stage.sandbox.order(shopper.code)).status.startsWith('cancel'));
      return compare(stage, shopper, []);
    },
  },
  refund: {
    what: 'a clerk gives a part back',
    prepare: (stage) => paid(stage),
    act: (stage, { code }) => stage.staff.refund(code, GIVEN_BACK).catch(quietly),
    isDone: async (stage, { code }) => (await onRecord(stage, code)) === 'accepted',
    goOn: async (stage, { code }) => {
      if ((await stage.statesOf('refund', code)).length === 0) await stage.staff.refund(code, GIVEN_BACK);
    },
    judge: async (stage, shopper) => {
      const { code } = shopper;
      await settleRefund(stage, code);
      return compare(stage, shopper, ['Settled'], GIVEN_BACK);
    },
  },
  payout: {
    what: 'the bank pays out what a clerk gave back',
    prepare: async (stage) => {
      const shopper = await paid(stage);
      await stage.staff.refund(shopper.code, GIVEN_BACK);
      await until(stage, async () => (await onRecord(stage, shopper.code)) === 'accepted');
      return shopper;
    },
    act: (stage) => stage.pass(DAY_MS),
    isDone: async (stage, { code }) => (await stage.statesOf('refund', code)).join() === 'Settled',
    goOn: nothing,
    judge: async (stage, shopper) => {
      await until(stage, () => COURSES['payout']!.isDone(stage, shopper));
      return compare(stage, shopper, ['Settled'], GIVEN_BACK);
    },
  },
  capture: {
    what: 'staff take reserved money',
    prepare: (stage) => paid(stage, 'reserved', 'PaymentAuthorized'),
    act: async (stage, { code }) => capture(stage, code).catch(quietly),
    isDone: async (stage, { code }) => (await stage.statusOnRecord(code)) === 'completed',
    goOn: async (stage, shopper) => {
      if (!(await isPaid(stage, shopper))) await capture(stage, shopper.code);
    },
    judge: async (stage, shopper) => {
      await until(stage, () => isPaid(stage, shopper));
      return compare(stage, shopper, ['Settled']);
    },
  },
};

async function capture(stage: Stage, code: string): Promise<void> {
  const { payments } = await stage.staff.order(code);
  const waiting = payments.find(({ state }) => state === 'Authorized');
  if (waiting) await stage.staff.payment('settlePayment', waiting.id);
}
