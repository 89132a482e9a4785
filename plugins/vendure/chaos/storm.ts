import type { Engine } from '../test/support/databases';
import { Shopper } from '../test/support/shopper';
import { compare, onRecord, until } from './courses';
import { Stage, type Front } from './stage';

const DAY_MS = 86_400_000;
const GIVEN_BACK = 700;
/** Every so many orders, one is given back in part. */
const REFUNDED_EVERY = 3;
const SHOPPERS = 3;
const KILL_EVERY_MS = { least: 1_000, most: 6_000 };
const ASK_AGAIN_MS = 250;
const MOST_TRIES = 240;

/** What is drawn by chance. */
export interface Chance {
  between(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
}

/** How many processes, how many orders, and how often each notification comes. */
export interface StormInput {
  readonly engine: Engine;
  readonly servers: number;
  readonly workers: number;
  readonly orders: number;
  readonly copies: number;
  /** Whether processes are killed meanwhile, at random moments, and others started in their places. */
  readonly kills: boolean;
  readonly chance: Chance;
  readonly startFront: () => Promise<Front>;
  readonly say: (text: string) => void;
}

/** What became of it. */
export interface StormFound {
  readonly orders: number;
  readonly copies: number;
  readonly kills: number;
  readonly violations: readonly string[];
}

/** Orders that are paid while each notification comes many times at once, to several processes, some of which die. */
export async function storm(input: StormInput): Promise<StormFound> {
  const { engine, servers, workers } = input;
  const place = workers > 0 ? 'both' : 'server';
  const stage = await Stage.open({ engine, workers: place, front: await input.startFront() });
  try {
    for (let count = 0; count < servers; count += 1) await stage.add('server');
    for (let count = 0; count < workers; count += 1) await stage.add('worker');
    await stage.signIn();
    return await new Storm(stage, input).rage();
  } finally {
    await stage.close();
  }
}

class Storm {
  private readonly shoppers: { shopper: Shopper; back: number }[] = [];
  private copies = 0;
  private kills = 0;
  private begun = 0;
  private isOver = false;

  constructor(
    private readonly stage: Stage,
    private readonly input: StormInput,
  ) {}

  async rage(): Promise<StormFound> {
    const killing = this.input.kills ? this.kill() : undefined;
    await Promise.all(Array.from({ length: SHOPPERS }, () => this.shop()));
    this.isOver = true;
    await killing;
    await this.stage.revive();
    const violations = await this.judge();
    return { orders: this.shoppers.length, copies: this.copies, kills: this.kills, violations };
  }

  private async shop(): Promise<void> {
    while (this.begun < this.input.orders) {
      this.begun += 1;
      const back = this.begun % REFUNDED_EVERY === 0 ? GIVEN_BACK : 0;
      const shopper = await again(() => Shopper.withCart(this.stage));
      await again(() => this.checkOut(shopper));
      await this.stage.sandbox.pay(shopper.code);
      await this.repeat(shopper);
      if (back > 0) await this.refund(shopper);
      this.shoppers.push({ shopper, back });
      this.input.say(`${this.shoppers.length} of ${this.input.orders} orders, ${this.kills} processes killed`);
    }
  }

  private async checkOut(shopper: Shopper): Promise<void> {
    const answer = await shopper.checkOut();
    if (answer.__typename !== 'TillbridgePayment') throw new Error(JSON.stringify(answer));
  }

  /** The same notifications, many times at once; the shopper comes back meanwhile. */
  private async repeat(shopper: Shopper): Promise<void> {
    const deliveries = await this.stage.sandbox.deliveries(shopper.code);
    const copies = Array.from({ length: this.input.copies }, (_, at) => deliveries[at % deliveries.length]!);
    this.copies += copies.length;
    await Promise.all([
      ...copies.map(({ id }) => this.stage.sandbox.resend(id)),
      shopper.status().catch(() => undefined),
    ]);
  }

  /** A clerk who gets no answer looks whether the refund is there, and asks again if it is not. */
  private async refund({ code }: Shopper): Promise<void> {
    await until(this.stage, async () => (await this.stage.stateOf(code)) === 'PaymentSettled');
    await again(async () => {
      if ((await this.stage.statesOf('refund', code)).length > 0) return;
      const answer = await this.stage.staff.refund(code, GIVEN_BACK);
      if (answer.__typename !== 'Refund') throw new Error(JSON.stringify(answer));
    });
  }

  private async kill(): Promise<void> {
    const { chance } = this.input;
    while (!this.isOver) {
      await new Promise((resolve) => setTimeout(resolve, chance.between(KILL_EVERY_MS.least, KILL_EVERY_MS.most)));
      await chance.pick(this.stage.processes).kill();
      this.kills += 1;
      await this.stage.revive();
    }
  }

  private async judge(): Promise<string[]> {
    const { stage } = this;
    const found: string[] = [];
    for (const { shopper, back } of this.shoppers) {
      try {
        await until(stage, async () => (await stage.stateOf(shopper.code)) === 'PaymentSettled');
        if (back > 0) await until(stage, async () => (await onRecord(stage, shopper.code)) === 'accepted');
      } catch (error) {
        found.push(`${shopper.code}: ${String(error)}\n${stage.outputs}`);
      }
    }
    await stage.pass(DAY_MS);
    for (const { shopper, back } of this.shoppers) {
      const isThere = async () => (await stage.statesOf('refund', shopper.code)).every((state) => state === 'Settled');
      await until(stage, isThere).catch(() => undefined);
      found.push(...(await compare(stage, shopper, ['Settled'], back)));
    }
    return found;
  }
}

/** Asks until it is answered: a server may be dead at the moment. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }
}
