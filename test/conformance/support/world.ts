import { startSandbox, type RunningSandbox, type Sandbox, type SandboxOptions } from 'tillbridge/sandbox';
import { ManualClock } from 'tillbridge/testing';
import { startReceiver, type ReceivedRequest, type Receiver, type Reply } from '../../sandbox/support/receiver.js';
import { canaryKey } from '../../support/canary.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';
import { EVERYTHING_CAPTURED } from './captured.js';
import { callService, type Call, type ServiceReply } from './service-call.js';

/** A website with a site-level address, one without, and a group of tills. */
export const WEB_KEY = canaryKey('web');
export const BARE_KEY = canaryKey('bare');
export const TILL_KEY = canaryKey('till');

/** A JSON object as it comes. */
export type Json = Record<string, unknown>;

/** The time between two sendings of one notification (spec §8). */
export const RESEND_INTERVAL_MS = 15 * 60_000;

/** What an order is made of when a case does not care. */
export const ORDER = { type: 'redirect', currency: 'EUR', amount: 4599, description: 'Two mugs' } as const;

let ids = 0;

/** A sandbox whose time the case moves, and the addresses its notifications go to. Cases of a section share one. */
export class World {
  readonly clock = new ManualClock();
  readonly #replies = new Map<string, { order?: Reply; site?: Reply }>();
  readonly #keys = new Map<string, string>();
  #shop: Promise<ShopHost> | undefined;

  private constructor(
    /** The order-level address. */
    readonly receiver: Receiver,
    /** The site-level address of the group `web`. */
    readonly site: Receiver,
  ) {
    receiver.reply = ({ query }) => this.#replies.get(query.get('transactionid') ?? '')?.order ?? {};
    site.reply = ({ query }) => this.#replies.get(query.get('transactionid') ?? '')?.site ?? {};
  }

  #running: RunningSandbox;

  /** Starts a world; the options are laid over a plain sandbox's. */
  static async start(options: Partial<SandboxOptions> = {}): Promise<World> {
    const world = new World(...(await Promise.all([startReceiver(), startReceiver()])));
    const terminalGroups = [
      { name: 'web', apiKey: WEB_KEY, notificationUrl: `${world.site.url}/site?from=dashboard` },
      { name: 'bare', apiKey: BARE_KEY },
      { name: 'till', apiKey: TILL_KEY, notificationUrl: `${world.site.url}/till` },
    ];
    world.#running = await startSandbox({ terminalGroups, clock: world.clock, ...options });
    return world;
  }

  get url(): string {
    return this.#running.url;
  }

  get sandbox(): Sandbox {
    return this.#running.sandbox;
  }

  /** An `order_id` that no other case uses. */
  newId(): string {
    ids += 1;
    return `C-${ids}`;
  }

  /** Calls an operation of the service; the path is the part after the version prefix. */
  call(call: Call): Promise<ServiceReply> {
    return callService(this.url, { key: WEB_KEY, ...call });
  }

  /** Sends a create-order request and answers what came back, good or bad. */
  create(fields: Json = {}, key: string | null = WEB_KEY): Promise<ServiceReply> {
    const body: Json = { ...ORDER, order_id: this.newId(), ...fields };
    const id = String(body['order_id']);
    if (key !== null && !this.#keys.has(id)) this.#keys.set(id, key);
    return this.call({ method: 'POST', path: '/orders', body, key });
  }

  /** Creates an order that must be accepted. It has the order-level address unless the fields say otherwise. */
  async order(fields: Json = {}, key: string = WEB_KEY): Promise<string> {
    const options = { notification_url: `${this.receiver.url}/order`, notification_method: 'POST' };
    const reply = await this.create({ payment_options: options, ...fields }, key);
    if (reply.json['success'] !== true) throw new Error(`The order was refused: ${reply.text}`);
    return String(reply.data['order_id']);
  }

  /** Creates an order and pays it. */
  async paidOrder(fields: Json = {}, method?: string): Promise<string> {
    const id = await this.order(fields);
    await this.sandbox.pay(id, { method });
    return id;
  }

  /** The order object of get-order. */
  async read(orderId: string, key: string = WEB_KEY): Promise<Json> {
    const reply = await this.call({ path: `/orders/${encodeURIComponent(orderId)}`, key });
    if (reply.json['success'] !== true) throw new Error(`The order cannot be read: ${reply.text}`);
    return reply.data;
  }

  /** What the two addresses answer from now on about this order. */
  answer(orderId: string, replies: { order?: Reply; site?: Reply }): void {
    this.#replies.set(orderId, replies);
  }

  /** What has come about an order, in order of arrival, once it is so much. */
  notified(orderId: string, count: number, at: Receiver = this.receiver): Promise<ReceivedRequest[]> {
    const about = (): ReceivedRequest[] => at.requests.filter(({ query }) => query.get('transactionid') === orderId);
    const what = `${count} notifications of ${orderId}`;
    return waitFor(() => (about().length >= count ? about() : null), { what });
  }

  /** Moves the clock; what falls due on the way is done at its own time. */
  async pass(milliseconds: number): Promise<void> {
    await this.sandbox.advance(milliseconds);
    await this.sandbox.idle();
  }

  /** A real shop with the module in it, which lives by the same clock and calls this service. Started on first use. */
  shop(): Promise<ShopHost> {
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, apiKeys: [WEB_KEY], baseUrl: this.url }];
    this.#shop ??= startShop({ engine: 'sqlite', options: { terminalGroups, clock: this.clock } });
    return this.#shop;
  }

  /** Stops everything, and hands what was captured to the check of all signatures. */
  async close(): Promise<void> {
    await this.#running?.close();
    await (await this.#shop)?.close();
    for (const request of [...this.receiver.requests, ...this.site.requests]) {
      const key = this.#keys.get(request.query.get('transactionid') ?? '');
      if (key !== undefined) EVERYTHING_CAPTURED.push({ request, key });
    }
    await Promise.all([this.receiver.close(), this.site.close()]);
  }
}

/** Runs a check in a world of its own, whose switches stand otherwise. */
export async function withWorld(
  options: Partial<SandboxOptions>,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const world = await World.start(options);
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

/** A sandbox that takes only the notification addresses that the service itself takes. */
export const LIVE_RULES: Partial<SandboxOptions> = {
  notificationUrlRules: 'live',
  terminalGroups: [{ name: 'web', apiKey: WEB_KEY }],
  autoDeliver: false,
};
