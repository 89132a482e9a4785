import { jest } from '@jest/globals';
import { ClientTransport } from '../../src/shop/client/index.js';
import { ProcessRegistry } from '../../src/shop/diagnostics/index.js';
import { WorkerRegistry } from '../../src/shop/workers/index.js';
import type { ManualClock } from '../../src/testing/index.js';
import { handleInNoTime } from './handle-in-no-time.js';
import type { ShopHost } from './shop-host.js';
import { StatementTranscript } from './statement-transcript.js';

type Transmission = Awaited<ReturnType<ClientTransport['send']>>;
type WorkerName = NonNullable<Parameters<WorkerRegistry['drain']>[0]>;

const answerOf = async (response: Response): Promise<string> =>
  `${response.status} ${await response.clone().text()}`.trim();

const endOf = (transmission: Transmission): string =>
  transmission.ok ? String(transmission.response.httpStatus) : `broken: ${transmission.broken.reason}`;

/**
 * Records what a shop does to the outside, in order: its statements with their values, its calls to the service, its
 * log lines, the input of its handlers, the results of its callers, and the remaining rows. As a snapshot it is a test
 * without a particular question, so it also detects unexpected changes.
 *
 * Random ids become `#1`, `#2`, in the order of their first appearance; times become seconds since the beginning. The
 * shop needs SQLite, the clock of the transcript, and `workers: 'off'`.
 */
export class Transcript extends StatementTranscript {
  readonly #unlisten: readonly (() => void)[];
  #logged: number;
  #seen: number;

  constructor(
    private readonly shop: ShopHost,
    clock: ManualClock,
  ) {
    super(shop.dataSource, clock.now());
    // This timer uses the real clock: on a busy machine it would fire in the middle of a step.
    clearInterval(Reflect.get(shop.app.get(ProcessRegistry), 'timer') as NodeJS.Timeout);
    if (!jest.isMockFunction(performance.now)) handleInNoTime(shop);
    this.#logged = shop.logs.lines.length;
    this.#seen = shop.handlers.seen.length;
    this.#unlisten = [this.#listen(shop.app.get(ClientTransport)), this.#noteWakes(shop.app.get(WorkerRegistry))];
  }

  /** Does the due background work of one kind. */
  work(name: WorkerName): Promise<unknown> {
    return this.step(`${name} works`, () => this.shop.app.get(WorkerRegistry).drain(name));
  }

  override end(): void {
    for (const end of this.#unlisten) end();
    super.end();
  }

  /** Rows of the module; those of its processes depend on the real clock. */
  protected override isShown(table: string): boolean {
    return table.startsWith('tillbridge_') && table !== 'tillbridge_process';
  }

  /** Log lines, and the input of handlers, since the last line. */
  protected override catchUp(): void {
    const { logs, handlers } = this.shop;
    const logged = logs.lines.slice(this.#logged).map((line) => `  ${line.replace(/^\w+/, '[$&]')}`);
    const seen = handlers.seen.slice(this.#seen).map(({ phase, event }) => `  @${phase} ${this.textOf(event)}`);
    this.#logged = logs.lines.length;
    this.#seen = handlers.seen.length;
    for (const line of [...logged, ...seen]) this.add(line);
  }

  protected override async resultOf(result: unknown): Promise<string> {
    return result instanceof Response ? answerOf(result) : super.resultOf(result);
  }

  #listen(transport: ClientTransport): () => void {
    const send = transport.send.bind(transport);
    transport.send = async (group, request, key) => {
      const query = new URLSearchParams(request.query).toString();
      const body = request.body === null ? '' : ` ${this.textOf(request.body)}`;
      this.write(`> ${request.method} ${request.path}${query && `?${query}`} (${group.name})${body}`);
      const transmission = await send(group, request, key);
      this.write(`< ${endOf(transmission)}`);
      return transmission;
    };
    return () => Reflect.deleteProperty(transport, 'send');
  }

  /** A wake-up of a worker. Without this line it would be found later, with the same final rows. */
  #noteWakes(workers: WorkerRegistry): () => void {
    const wake = workers.wake.bind(workers);
    workers.wake = (name) => {
      this.write(`  ~ ${name} is woken`);
      wake(name);
    };
    return () => Reflect.deleteProperty(workers, 'wake');
  }
}

/**
 * @param shop - on SQLite, with `workers: 'off'`; started once, it serves several transcripts
 * @param clock - of the shop; stands still unless the script moves it
 * @param script - the steps
 * @returns what the shop did, for a snapshot
 */
export async function transcriptOf(
  shop: ShopHost,
  clock: ManualClock,
  script: (transcript: Transcript) => Promise<unknown>,
): Promise<string> {
  const transcript = new Transcript(shop, clock);
  try {
    await script(transcript);
  } finally {
    transcript.end();
  }
  return transcript.text;
}
