import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { createOrderRequest, getOrderRequest, type ServiceRequest } from '../../../src/protocol/index.js';
import { ServiceCaller, type CallOutcome } from '../../../src/shop/client/index.js';
import { TerminalGroups, type TerminalGroup } from '../../../src/shop/core/index.js';
import { canaryKey } from '../../support/canary.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { newOrder } from '../../support/order-stage.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { openUnansweredPort, type UnansweredPort } from '../../support/unanswered-port.js';
import type { Operation, PlacedCell } from './fault-matrix.cells.js';

/** What became of one cell. */
export interface CellResult {
  readonly outcome: CallOutcome;
  /** How often the service carried the write out, by its ledger; 0 for a read. */
  readonly timesDone: number;
  readonly connections: number;
  /** Requests that the client sent. */
  readonly requests: number;
  /** Requests that reached the service whole and unchanged. */
  readonly delivered: number;
  /** Whether the fault has happened at all. */
  readonly hasStruck: boolean;
}

/** A refund of less than half: done twice, it shows in the sum. */
const REFUND = 500;
const CREATED = { amount: 1250, currency: 'EUR' };
const LONG_MS = 20_000;
/** Where waiting for the time limit is what the cell is about: each is tried when the one before was over too soon. In milliseconds. */
const WAITING_MS = [1_500, 6_000, LONG_MS];

const refundRequest = (orderId: string): ServiceRequest => ({
  method: 'POST',
  path: `/v1/json/orders/${orderId}/refunds`,
  query: {},
  body: { amount: REFUND, currency: CREATED.currency, description: 'One mug' },
  operation: 'refund',
});

/** The real client, the real sandbox, and a proxy of its own for each cell. */
export class MatrixRunner {
  private constructor(
    readonly shop: ShopHost,
    private readonly sandbox: RunningSandbox,
    private readonly hole: UnansweredPort,
  ) {}

  /** Starts all that cells share. */
  static async start(): Promise<MatrixRunner> {
    const terminalGroups = [{ name: 'web', apiKey: canaryKey('web') }];
    const [shop, sandbox, hole] = await Promise.all([
      startShop({ options: { workers: 'off' } }),
      startSandbox({ terminalGroups, autoDeliver: false }),
      openUnansweredPort(),
    ]);
    return new MatrixRunner(shop, sandbox, hole);
  }

  /** Stops everything; the shop's logs are searched for the key. */
  async close(): Promise<void> {
    await this.hole.close();
    await this.shop.close();
    await this.sandbox.close();
  }

  /** Plays one cell; again, with more time, when on a busy machine the time was up before the fault could strike. */
  async play(placed: PlacedCell): Promise<CellResult> {
    const [first, ...more] = placed.kind === 'black hole' ? WAITING_MS : [LONG_MS];
    let result = await this.playOnce(placed, first!);
    for (const timeoutMs of more) if (!result.hasStruck) result = await this.playOnce(placed, timeoutMs);
    return result;
  }

  private async playOnce(placed: PlacedCell, timeoutMs: number): Promise<CellResult> {
    const request = await this.prepare(placed.operation);
    const proxy = await FaultProxy.start(this.sandbox.url);
    proxy.script({ kind: placed.kind, stage: placed.stage });
    const url = await this.addressFor(placed, proxy);
    try {
      const outcome = await this.shop.app
        .get(ServiceCaller)
        .attempt({ ...groupFor(placed, url), timeoutMs }, request.request);
      const { connections, requests, delivered } = proxy;
      const hasStruck = isUnreachable(placed) || connections.some((each) => each.hasStruck);
      const timesDone = await this.timesDone(placed.operation, request.orderId);
      return { outcome, timesDone, connections: connections.length, requests, delivered, hasStruck };
    } finally {
      await proxy.close();
    }
  }

  /** No one listens, no one answers: these strike before there is a connection that a proxy could have. */
  private async addressFor({ kind, stage }: PlacedCell, proxy: FaultProxy): Promise<string> {
    if (stage !== 'connect') return proxy.url;
    if (kind === 'reset') await proxy.close();
    return kind === 'black hole' ? `http://127.0.0.1:${this.hole.port}` : proxy.url;
  }

  /** What the operation needs to be there already, and its request. */
  private async prepare(operation: Operation): Promise<{ orderId: string; request: ServiceRequest }> {
    const input = newOrder();
    const built = createOrderRequest(input);
    if (!built.ok) throw new Error(JSON.stringify(built.faults));
    const { orderId } = input;
    if (operation === 'create') return { orderId, request: built.request };
    await this.post(built.request);
    if (operation === 'GET') return { orderId, request: getOrderRequest(orderId) };
    await this.sandbox.sandbox.pay(orderId);
    return { orderId, request: refundRequest(orderId) };
  }

  private async post({ path, body }: ServiceRequest): Promise<void> {
    const headers = { 'content-type': 'application/json', api_key: canaryKey('web') };
    const answer = await fetch(`${this.sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`);
    await answer.body?.cancel();
  }

  private async timesDone(operation: Operation, orderId: string): Promise<number> {
    if (operation === 'GET') return 0;
    const order = await this.sandbox.sandbox.order(orderId).catch(() => null);
    if (operation === 'create') return order === null ? 0 : 1;
    return (order?.amountRefunded ?? 0) / REFUND;
  }
}

const isUnreachable = ({ kind, stage }: PlacedCell): boolean =>
  stage === 'connect' && (kind === 'reset' || kind === 'black hole');

/** A terminal group of the cell's own, so that no cell's failures count against another; the key travels either way. */
function groupFor({ kind, operation, stage }: PlacedCell, baseUrl: string): TerminalGroup {
  const [web] = shopOptions().terminalGroups;
  const name = `${operation}-${kind}-${stage}`.replaceAll(' ', '-');
  const group = {
    ...web!,
    name,
    baseUrl,
    apiKeyIn: kind.length % 2 === 0 ? ('query' as const) : ('header' as const),
    notificationUrl: `http://localhost:9/payments/notifications/${name}`,
  };
  return new TerminalGroups({ terminalGroups: [group] }).get(name);
}
